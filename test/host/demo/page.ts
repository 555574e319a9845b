import { shareLink } from '../../simulator/collection/render';
import type { CollectionWorld } from '../../simulator/collection/world';
import type { Simulator } from '../../simulator/simulator';
import { AGENT_SENDER } from '../approvalShow';
import { MAILBOX } from '../stage';
import { type Choice, showMailbox, showTime } from './mailbox';
import { type Markup, markup } from './markup';

/** Longest inputs of the form, in characters: what Outlook takes in one line, and a page of text. */
export const LONGEST = { name: 255, address: 255, subject: 255, body: 4_000 };

/** The whole page. What is marked as live is exchanged by its ID when it changes. */
export function showPage({ collection, graph, requests }: Simulator, choice: Choice): string {
	const mailbox = graph.mailbox(MAILBOX);
	const { list, reading } = showMailbox(mailbox, choice);
	const looked = requests.matching({ method: 'GET', path: /\/messages$/ }).at(-1);
	const counts = [
		`Mails: ${mailbox.messages.length}`,
		`sent: ${mailbox.sent.length}`,
		`clients: ${collection.clients.length}`,
		`requests: ${collection.requests.length}`,
	];
	return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Simulated mailbox and Collection</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/demo/style.css">
<script type="module" src="/demo/follow.mjs"></script>
</head>
<body>
<header>
<h1>Simulated mailbox and Collection</h1>
<p id="looks" data-live>n8n looks into the mailbox every five seconds${looked ? markup`, last at ${showTime(looked.startedAt)}` : ''}. This page follows by itself.</p>
<p id="counts" class="soft" role="status" data-live>${counts.join(', ')}</p>
<p id="ended" role="alert"></p>
${testMailForm()}
</header>
<main>
<section aria-labelledby="mailbox"><h2 id="mailbox">${MAILBOX}</h2><div id="list" data-live>${list}</div></section>
<section aria-labelledby="conversation"><h2 id="conversation">Conversation</h2><div id="reading" data-live>${reading}</div></section>
<section aria-labelledby="collection"><h2 id="collection">Collection</h2><div id="requests" data-live>${showCollection(collection)}</div></section>
</main>
</body>
</html>
`.text;
}

function testMailForm(): Markup {
	const input = (name: keyof typeof LONGEST, title: string, value: string, type = 'text') =>
		markup`<label>${title}<input name="${name}" type="${type}" required maxlength="${LONGEST[name]}" value="${value}"></label>`;
	return markup`<details>
<summary>Send a test mail</summary>
<form method="post" action="/demo/mails">
${input('name', 'From', 'Hana Honest')}
${input('address', 'Address', 'hana@example.com', 'email')}
${input('subject', 'Subject', 'Onboarding: Honest Bakery')}
<label>Text<textarea name="body" rows="4" maxlength="${LONGEST.body}">Hello, we would like to start next month. What do you need from us?</textarea></label>
<p class="soft">The example answers mails from example.com with “onboarding” in the subject. An agent answers those of ${AGENT_SENDER.address} when somebody approved: its question is in Sent Items.</p>
<button>Send to ${MAILBOX}</button>
</form>
</details>`;
}

function showCollection({ clients, requests }: CollectionWorld): Markup {
	const shownRequests = requests.toReversed().map((request) => {
		const facts: Array<[string, string]> = [
			['Client', request.clients.map(({ full_name }) => full_name).join(', ')],
			['Template', request.template_name ?? 'none'],
			['Status', request.status],
			['Due', request.due ?? 'open'],
			['Link', shareLink(request)],
		];
		const rows = facts.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
		return markup`<article><h4>${request.name}</h4><dl>${rows}</dl></article>`;
	});
	const shownClients = clients
		.toReversed()
		.map(
			({ full_name, email }) => markup`<li>${full_name} <span class="soft">${email}</span></li>`,
		);
	return markup`<h3>Requests</h3>
${shownRequests.length > 0 ? shownRequests : markup`<p class="soft">There is no request yet.</p>`}
<h3>Clients</h3>
${shownClients.length > 0 ? markup`<ul>${shownClients}</ul>` : markup`<p class="soft">There is no client yet.</p>`}`;
}
