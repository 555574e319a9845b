import { z } from 'zod';
import { optionalText, refuse } from '../../shared/step/inputSchemas';
import { recipients } from './recipients';

/** As in `ann@contoso.com (Ann Lee)`, the old form of a name. */
const NAME_BEHIND = /^\s*([^\s()@]+@[^\s()@]+)\s+\([^()]*\)\s*$/;

/**
 * Whom to look for: of an address with a name, as mails and other steps write it, the address alone;
 * any other text as it is. Undefined when left empty.
 */
export const personText = z.unknown().transform((written, context): string | undefined => {
	const given = typeof written === 'string' ? written.replace(NAME_BEHIND, '$1') : written;
	const addresses = recipients.safeParse(given).data ?? [];
	if (addresses.length > 1) {
		return refuse(context, 'takes one address only: run the step once for each');
	}
	const text = optionalText.safeParse(addresses[0]?.emailAddress.address ?? given);
	for (const { message } of text.error?.issues ?? []) context.addIssue({ code: 'custom', message });
	return text.data;
});

/** Words for everybody, which are no condition. */
const EVERYBODY = /^(?:any|all|(?:any|every)(?:one|body))$/i;

/** As `personText`, for a filter: refuses what is neither address, domain nor name, as it would find nobody. */
export const personFilter = personText
	.transform((text) => (EVERYBODY.test(text ?? '') ? undefined : text?.replace(/^\*(?=@)/, '')))
	.refine((text = '') => !/^(?:me|myself)$/i.test(text), {
		message: 'write the address of the mailbox: "me" is looked for as a name',
	})
	.refine((text = '') => !/[<>:*%]/.test(text) && !(text.includes('@') && /\s/.test(text)), {
		message:
			'must be an address (ann@contoso.com), a domain (@contoso.com) or a part of the name (Ann)',
	});
