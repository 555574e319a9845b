import { z } from 'zod';
import { flag } from '../../../shared/inputSchemas';
import { readAnswers } from '../../answers';
import { requestField } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { isAnswered, presentField, presentRequest } from '../../presentAnswers';
import { requestInput } from '../../schemas/references';

export const getAnswers = defineCollectionOperation({
	id: 'getAnswers',
	label: 'Get Answers',
	action:
		'Get all answers of a request by its ID with pages and fields and file addresses in one step',
	summary: 'Read everything the client has filled in, on all pages',
	fields: [
		requestField,
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'One Item',
					value: 'nested',
					description: 'The request with its pages, sections and fields',
				},
				{
					name: 'One Item for Each Field',
					value: 'fields',
					description: 'Page, section, field and answer side by side',
				},
			],
			default: 'nested',
			description: 'How to return the answers',
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			description: 'Which fields to return',
			options: [
				{
					displayName: 'Answered Only',
					name: 'answeredOnly',
					type: 'boolean',
					default: false,
					description: 'Whether to leave out fields without an answer',
				},
				{
					displayName: 'Include Internal',
					name: 'includeInternal',
					type: 'boolean',
					default: false,
					description: 'Whether to return fields that only the team sees too',
				},
			],
		},
	],
	input: z.object({
		request: requestInput,
		output: z.enum(['nested', 'fields']),
		options: z.object({ answeredOnly: flag, includeInternal: flag }).default({}),
	}),
	async run({ request: id, output, options }, { api }) {
		const { request, pages } = await readAnswers(api, id, options);
		if (output === 'nested') return [{ json: presentRequest(request, pages, options) }];
		return pages.flatMap((page) =>
			page.sections.flatMap((section) =>
				section.fields
					.filter((field) => !options.answeredOnly || isAnswered(field))
					.map((field) => ({ json: presentField(field, { request, page, section }) })),
			),
		);
	},
});
