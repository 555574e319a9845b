import { own, provider, runStep, useMailboxes } from '../../../harness/mail';

useMailboxes();

// No field of another step takes these IDs: a model would try them in vain.
it.each([
	['email.listLabels', {}],
	['email.createLabel', { name: 'Urgent' }],
	['contact.findPeople', { search: 'Ann' }],
	['calendar.listRooms', {}],
])('%s gives an ID to people alone', async (step, given) => {
	own().addCategory('Invoice', 'preset3');
	own().people.push({
		id: 'p',
		displayName: 'Ann',
		scoredEmailAddresses: [{ address: 'ann@contoso.com', relevanceScore: 8 }],
	});
	provider().graph.rooms.push({ id: 'r', displayName: 'Blue', emailAddress: 'blue@contoso.com' });
	const [forModel] = await runStep(step, given, { asTool: true });
	own().categories = own().categories.slice(0, 1);
	const [forPeople] = await runStep(step, given);
	expect(forModel?.json.name).toBeDefined();
	expect([forModel?.json.id, typeof forPeople?.json.id]).toEqual([undefined, 'string']);
});
