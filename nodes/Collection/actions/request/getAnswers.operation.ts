import { z } from 'zod';
import { optionsOf } from '../../../shared/step/field';
import { choice, toggle } from '../../../shared/step/fieldKinds';
import { request } from '../../fields/request';
import { defineCollectionOperation } from '../../operation';
import { readAnswers } from '../../requests/answers';
import {
	answeredField,
	answeredRequest,
	isAnswered,
	leaveOutLong,
	presentField,
	presentRequest,
	showFormatted,
} from '../../requests/presentAnswers';

export const getAnswers = defineCollectionOperation({
	label: 'Get Answers',
	action: 'Get the answers of a request',
	summary: 'Read everything the client has filled in, on all pages',
	returns: 'the whole request with its answers, or one item for each field',
	toolText:
		'Use Get Request for the status alone. It has the IDs of pages and fields that other steps need.',
	permission: ['read_requests'],
	effects: [],
	output: z.union([answeredRequest, answeredField]),
	fields: [
		request,
		choice('output', 'Output', 'How to return the answers', {
			options: {
				nested: {
					name: 'One Item',
					description: 'The request with its pages, sections and fields',
				},
				fields: {
					name: 'One Item for Each Field',
					description: 'Page, section, field and answer side by side',
				},
			},
			default: 'nested',
		}),
		optionsOf('Which fields to return', [
			toggle('answeredOnly', 'Answered Only', 'Whether to leave out fields without an answer'),
			toggle(
				'includeInternal',
				'Include Internal',
				'Whether to return fields that only the team sees too',
			),
		]),
	],
	async run({ request: id, output, options }, { api, notices }) {
		const { request: read, pages } = await readAnswers(api, id, options);
		if (notices.mayReachModel) await showFormatted(pages);
		const cut = notices.forModel && leaveOutLong(pages);
		if (output === 'nested')
			return notices.cut([{ json: presentRequest(read, pages, options) }], cut);
		const items = pages.flatMap((page) =>
			page.sections.flatMap((section) =>
				section.fields
					.filter((each) => !options.answeredOnly || isAnswered(each))
					.map((each) => ({ json: presentField(each, { request: read, page, section }) })),
			),
		);
		return notices.cut(items, cut);
	},
});
