import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isOwnName } from '../../simulator/control';
import type { SimMessage } from '../../simulator/graph/message';
import type { Simulator } from '../../simulator/simulator';
import { MAILBOX } from '../stage';
import { findMail, LABEL_STYLE } from './mailbox';
import { LONGEST, showPage } from './page';

/** Bytes of a form at most. Its longest texts take 43 kB: 4,765 characters of three bytes, each as `%E6`. */
const MAX_FORM_BYTES = 64 * 1024;

const HEADERS = {
	'cache-control': 'no-store',
	// Without any referrer, browsers would not say which page sends the form.
	'referrer-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
};
const PAGE_POLICY =
	"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; " +
	"img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
/** A mail runs nothing and loads nothing; its links open in tabs of their own. */
const MAIL_POLICY =
	"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; " +
	"frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** Everything but the text is one line. */
const line = (longest: number) =>
	z
		.string()
		.trim()
		.min(1)
		.max(longest)
		.regex(/^\P{Cc}*$/u);
const testMail = z.object({
	name: line(LONGEST.name),
	address: line(LONGEST.address).email(),
	subject: line(LONGEST.subject),
	body: z.string().max(LONGEST.body),
});

const read = (file: string) => readFileSync(join(__dirname, file), 'utf8');

const frame = z.object({ id: z.string() });
const choice = z.object({ folder: z.string().optional(), mail: z.string().optional() });

/** Shows what the providers hold, and takes test mails. For browsers of this machine alone. */
export function addDemoPages(app: FastifyInstance, simulator: Simulator): void {
	const mailbox = () => simulator.graph.mailbox(MAILBOX);
	void app.register((pages, _options, done) => {
		pages.addHook('onRequest', refuseForeign);
		pages.get('/', async ({ query }, reply) =>
			send(reply, 'text/html', PAGE_POLICY).send(
				showPage(simulator, choice.safeParse(query).data ?? {}),
			),
		);
		pages.get('/mail', async ({ query }, reply) => {
			const mail = findMail(mailbox(), frame.safeParse(query).data?.id);
			if (mail === undefined) return await reply.code(404).send('This mail is gone.');
			return send(reply, 'text/html', MAIL_POLICY).send(asItLooks(mail));
		});
		pages.post('/demo/mails', { bodyLimit: MAX_FORM_BYTES }, async (request, reply) => {
			const form = testMail.safeParse(
				Object.fromEntries(new URLSearchParams(String(request.body))),
			);
			if (!form.success) {
				const field = form.error.issues[0]?.path[0];
				return await reply.code(400).send(`The field "${field}" of the test mail is not valid.`);
			}
			const { name, address, ...text } = form.data;
			const mail = mailbox().deliver({ ...text, from: { emailAddress: { name, address } } });
			const query = new URLSearchParams({ folder: 'inbox', mail: mail.immutableId });
			return await reply.redirect(`/?${query}`, 303);
		});
		const style = `${read('style.css')}\n${LABEL_STYLE}`;
		const script = read('follow.mjs');
		pages.get('/demo/style.css', async (_, reply) => send(reply, 'text/css').send(style));
		pages.get('/demo/follow.mjs', async (_, reply) => send(reply, 'text/javascript').send(script));
		done();
	});
}

/** Other sites may neither read the page by a name of their own, nor send its form. */
async function refuseForeign(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
	const { host = '', origin } = request.headers;
	if (!isOwnName(host)) {
		return await reply.code(403).send('This page is opened by its address on this machine.');
	}
	if (request.method === 'POST' && origin !== `http://${host}`) {
		return await reply.code(403).send('A test mail is sent from the page itself.');
	}
	return undefined;
}

function send(reply: FastifyReply, type: string, policy?: string): FastifyReply {
	const rules = policy === undefined ? {} : { 'content-security-policy': policy };
	return reply.headers({ ...HEADERS, ...rules, 'content-type': `${type}; charset=utf-8` });
}

/** The mail's own document: pictures that it carries are put into it, and links open in new tabs. */
function asItLooks({ body, attachments }: SimMessage): string {
	const content = body.content.replace(/\bcid:([^"'\s>]+)/g, (whole, id: string) => {
		const picture = attachments.find(({ contentId }) => contentId === id);
		return picture === undefined
			? whole
			: `data:${picture.contentType};base64,${picture.content.toString('base64')}`;
	});
	return `<!DOCTYPE html><base target="_blank">${content}`;
}
