import { z } from 'zod';
import {
	jsonValue,
	optionalIdText,
	optionalLocator,
	optionalNameLocator,
	requiredIdText,
	textList,
} from '../../shared/step/inputSchemas';
import { chosenValue } from '../../shared/step/readParameters';
import { ownIn } from '../../shared/step/wrappedId';
import { idInLink, isConversationId } from '../graph/itemLink';

/**
 * How an email or event is named: chosen from a list, by its ID, by its link.
 * @param holds What the list holds, with its article.
 */
export function itemModes(holds: string, searchListMethod: string) {
	return {
		list: { holds, searchListMethod },
		entered: {
			id: 'e.g. AAkALgAAAAAAHYQDEapmEc2byACqAC...',
			url: {
				placeholder: 'e.g. https://outlook.office365.com/owa/?ItemID=AAMkAGI2...',
				hint: 'Its address in Outlook on the web, opened in a window of its own',
			},
		},
	};
}

/** A text that is read as one ID; an ID and a link are told apart by what they look like. */
const oneId = optionalLocator
	.transform((located, context) => {
		const value = located?.value;
		if (value === undefined || !/^https?:\/\//i.test(value)) return value;
		const id = idInLink(value);
		if (id !== undefined && !isConversationId(id)) return id;
		const message =
			id === undefined
				? 'must be the link of an email or event in Outlook on the web, or an ID'
				: 'must be the link of one email, not of a conversation: open it in a window of its own';
		context.addIssue({ code: 'custom', message });
		return value;
	})
	.pipe(optionalIdText);

/** As many as the largest page of a list holds: https://learn.microsoft.com/graph/paging */
const MAX_IDS = 1_000;

/** An item of another step stands for its ID. */
const item = z.object({ id: z.string() });
const itemOrId = z.union([
	item.transform(({ id }) => id),
	// As `$input.all()` gives it.
	z.object({ json: item }).transform(({ json }) => json.id),
	z.unknown(),
]);

const entries = z.union([
	z.array(itemOrId),
	// One item; beside a list, its ID may not be all that is meant.
	item.extend({ ids: z.undefined() }).transform(({ id }) => [id]),
	// As in `{"ids": [...]}`.
	z
		.record(z.unknown())
		.transform((object) => Object.values(object)[0])
		.pipe(z.array(itemOrId)),
]);

/** A list as JSON, or with brackets around it; those of a Markdown link hold its title. */
const listed = z.unknown().transform((given): unknown => {
	if (typeof given !== 'string' || !/^\s*(?:\{|\[(?!.*\]\())/s.test(given)) return given;
	return jsonValue.safeParse(given).data ?? given.trim().replace(/^\[|\]$/g, '');
});

/** An attachment stands for its email: nothing else has the ID of one beside its own. */
const ofEmail = ownIn('messageId');

const oneOfEmail = z.preprocess(ofEmail, oneId);

/** A value that is read as several IDs or links. */
const severalTexts = z
	.preprocess(ofEmail, listed)
	.pipe(z.union([z.string(), entries, z.unknown()]))
	.pipe(textList);

/** The IDs or links of several emails, at least one, each once. */
export const itemIds = severalTexts
	.transform((entries, context) => {
		const ids = entries.map((entry, index) => {
			const { data, error } = oneId.pipe(requiredIdText).safeParse(entry);
			const message = `entry ${index + 1} ${error?.issues[0]?.message ?? ''}`;
			if (error) context.addIssue({ code: 'custom', message });
			return data ?? entry;
		});
		return [...new Set(ids)];
	})
	.refine((ids) => ids.length > 0, 'is required')
	.refine((ids) => ids.length <= MAX_IDS, `takes ${MAX_IDS} IDs at most`);

/**
 * The ID of an email or event, or undefined when left empty. A text that is no locator counts too, as
 * saved workflows and language models give it. What `itemIds` reads as other IDs is refused, also by its text: a review
 * does not know which of the two its step uses, and has to show what the step works on.
 */
export const optionalItemId = z
	.unknown()
	.superRefine((given, context) => {
		const held = chosenValue(given);
		const value = optionalNameLocator.safeParse(ofEmail(given)).data?.value;
		const texts = severalTexts.safeParse(value).data;
		if (held === value && texts?.length === 1 && texts[0] === value) return;
		const one = oneOfEmail.safeParse(given).data;
		const whole = typeof held === 'object' ? JSON.stringify(held) : undefined;
		const read = [value, whole].flatMap(
			(text) => itemIds.safeParse(text).data ?? oneOfEmail.safeParse(text).data ?? [],
		);
		const others = read.filter((id) => id !== one && id !== whole);
		if (one === undefined || others.length === 0) return;
		const message = 'must be one ID alone: this text can be read as others';
		context.addIssue({ code: 'custom', message });
	})
	.pipe(oneOfEmail);

/** The same, which must be given. */
export const itemId = optionalItemId.pipe(requiredIdText);
