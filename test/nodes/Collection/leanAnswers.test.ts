import { pat, runForOne, useCollection, world } from '../../harness/collection';
import { locator } from '../../harness/steps';

useCollection();

const draft = () => locator('id', world().addRequest({ name: 'Draft', clients: [pat()] }).id);

it('A language model reads of a request that it wrote how it stands now, and no more', async () => {
	const given = { request: draft() };
	const answer = await runForOne('request.publishRequest', given, { asTool: true });
	expect(answer).toMatchObject({ name: 'Draft', status: 'published' });
	// 179 were measured; people get 785.
	expect(JSON.stringify(answer).length).toBeLessThan(200);
	const whole = await runForOne('request.completeRequest', { request: draft() });
	expect(whole).toMatchObject({ status: 'completed', owner_name: expect.any(String) });
});
