import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { MAILBOX, type Stage } from '../host/stage';
import { type Editor, openEditor } from './editor';
import { sharedStage } from './sharedStage';

describe("the nodes on n8n's canvas", { timeout: 900_000 }, () => {
	let stage: Stage;
	let editor: Editor;

	before(async () => {
		stage = await sharedStage();
		stage.simulator.graph
			.mailbox(MAILBOX)
			.deliver({ subject: 'Seen on the canvas', from: 'pat@example.com', body: 'Hello' });
		editor = await openEditor(stage.n8n.url);
	});
	afterEach(async () => {
		await editor.shot('0-last-test-ended-here');
		await editor.closeForm();
	});
	after(async () => await editor.close());

	it('Mail Trigger is found by "outlook", fetches a mail and shows it', async () => {
		assert.ok((await editor.search('outlook')).includes('Mail'));
		await editor.shot('1-search-outlook');
		await editor.pick('Mail', /^On email received$/);
		await editor.chooseCredential('Mail account');
		const output = await editor.run();
		await editor.shot('2-mail-trigger');
		assert.match(output, /"subject"/);
	});

	it('Contact Trigger is found by "contact", fetches a contact and shows it', async () => {
		const { contacts } = stage.simulator.graph.mailbox(MAILBOX);
		contacts.add({ displayName: 'Casey Canvas', emailAddresses: [] });
		const found = await editor.search('contact');
		assert.ok(found.includes('Contact'), found.join());
		await editor.pick('Contact', /^On contact created$/);
		await editor.chooseCredential('Mail account');
		const output = await editor.run();
		await editor.shot('2-contact-trigger');
		assert.match(output, /"changeType"\s*:\s*"created"/);
	});

	it('Mail is found by "mail", finds an email and shows it', async () => {
		assert.ok((await editor.search('mail')).includes('Mail'));
		await editor.shot('3-search-mail');
		await editor.pick('Mail', /^Find emails$/);
		await editor.chooseCredential('Mail account');
		await editor.fill('search', 'subject:canvas');
		const output = await editor.run();
		await editor.shot('4-mail');
		assert.match(output, /Seen on the canvas/);
	});

	it('Collection is found by "content snare", creates a client and shows it', async () => {
		assert.ok((await editor.search('content snare')).includes('Collection'));
		await editor.shot('6-search-content-snare');
		await editor.pick('Collection', /^Create a client$/);
		await editor.chooseCredential('Collection account');
		await editor.fill('name', 'Robin Canvas');
		await editor.fill('email', 'robin@example.com');
		const output = await editor.run();
		await editor.shot('7-collection');
		assert.match(output, /robin@example\.com/);
	});

	it('Find Email shows its fields to the next step before it ever ran', async () => {
		await editor.search('mail');
		await editor.pick('Mail', /^Find emails$/);
		await editor.closeForm();
		await editor.search('mail');
		await editor.pick('Mail', /^Reply to an email/);
		const incoming = await editor.incoming();
		await editor.shot('5-fields-before-the-first-run');
		assert.match(incoming, /Preview/);
		for (const name of ['subject', 'from', 'to', 'labels', 'id']) {
			assert.ok(incoming.split('\n').includes(name), name);
		}
	});
});
