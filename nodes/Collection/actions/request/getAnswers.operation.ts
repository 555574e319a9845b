import { z } from 'zod';
import { choice, collection, field } from '../../../shared/field';
import { flag } from '../../../shared/inputSchemas';
import { readAnswers } from '../../answers';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import {
	answeredField,
	answeredRequest,
	isAnswered,
	presentField,
	presentRequest,
} from '../../presentAnswers';

export const getAnswers = defineCollectionOperation({
	id: 'getAnswers',
	label: 'Get Answers',
	action: 'Get the answers of a request',
	summary: 'Read everything the client has filled in, on all pages',
	returns: 'the whole request with its answers, or one item for each field',
	permission: ['read_requests'],
	output: z.union([answeredRequest, answeredField]),
	fields: [
		request,
		choice({
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
		}),
		collection(
			{
				displayName: 'Options',
				name: 'options',
				placeholder: 'Add Option',
				description: 'Which fields to return',
			},
			[
				field(
					{
						displayName: 'Answered Only',
						name: 'answeredOnly',
						type: 'boolean',
						default: false,
						description: 'Whether to leave out fields without an answer',
					},
					flag,
				),
				field(
					{
						displayName: 'Include Internal',
						name: 'includeInternal',
						type: 'boolean',
						default: false,
						description: 'Whether to return fields that only the team sees too',
					},
					flag,
				),
			],
		),
	],
	async run({ request: id, output, options }, { api }) {
		const { request: read, pages } = await readAnswers(api, id, options);
		if (output === 'nested') return [{ json: presentRequest(read, pages, options) }];
		return pages.flatMap((page) =>
			page.sections.flatMap((section) =>
				section.fields
					.filter((each) => !options.answeredOnly || isAnswered(each))
					.map((each) => ({ json: presentField(each, { request: read, page, section }) })),
			),
		);
	},
});
