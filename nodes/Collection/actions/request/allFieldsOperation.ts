import { z } from 'zod';
import { InvalidInput } from '../../../shared/http/failures';
import { anything } from '../../../shared/provider/understand';
import { byModel, changed } from '../../../shared/step/field';
import { requiredChoice, text } from '../../../shared/step/fieldKinds';
import { optionalOneId } from '../../../shared/step/inputSchemas';
import { collectionPath } from '../../api/paths';
import { optionalId } from '../../clients/references';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';

interface AllFieldsOperation extends Record<
	'label' | 'action' | 'summary' | 'returns' | 'toolText',
	string
> {
	effects: ReadonlyArray<'approveAll' | 'submitAll'>;
	/** What the API calls it, below the path of the request, page or section. */
	call: string;
}

/** Defines a step that does one thing to all fields of a request, or of one page or section of it. */
export function defineAllFieldsOperation({ call, ...texts }: AllFieldsOperation) {
	return defineCollectionOperation({
		...texts,
		permission: ['review_requests'],
		output: z.object({
			scope: z.enum(['request', 'page', 'section']),
			success: z.literal(true),
			id: z.string(),
		}),
		fields: [
			requiredChoice(
				'scope',
				'Scope',
				'Whether the whole request is meant, or one page or section of it',
				{
					options: {
						page: { name: 'Page', description: 'All fields of one page' },
						request: { name: 'Request', description: 'All fields of the request' },
						section: { name: 'Section', description: 'All fields of one section' },
					},
					byModel: true,
				},
			),
			byModel(
				changed(request, { displayOptions: { show: { scope: ['request'] } } }, optionalId),
				'ID of the request, for the scope request; else empty',
			),
			text('partId', 'Page or Section ID', 'ID of the page or section, as Get Answers returns it', {
				required: true,
				placeholder: 'e.g. pag_Aa11Bb22Cc33Dd',
				displayOptions: { show: { scope: ['page', 'section'] } },
				input: optionalOneId,
				byModel: 'ID of the page or section, as Get Answers returns it; else empty',
			}),
		],
		rules: [
			{
				holds: ({ scope, partId }) => scope !== 'request' || partId === undefined,
				field: 'partId',
				message: 'needs Scope "Page" or "Section"',
			},
		],
		// What is approved may be submitted by the one before.
		inTurnBy: ({ request: id, partId }) => partId ?? id,
		async run({ scope, request: requestId, partId }, { api }) {
			const id = scope === 'request' ? requestId : partId;
			if (id === undefined) {
				throw new InvalidInput('is required', scope === 'request' ? 'request' : 'partId');
			}
			// As the API calls them: /requests, /pages, /sections.
			const things = `${scope}s`;
			await api.put(collectionPath`/${things}/${id}/${call}`, undefined, anything);
			return [{ json: { id, scope, success: true } }];
		},
	});
}
