import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/sources';

const FOLDER = path.join(ROOT, '.github', 'workflows');
const read = (file: string) => readFileSync(path.join(FOLDER, file), 'utf8');

/** The jobs of a workflow, each as it is written. */
function jobsOf(text: string): string[] {
	const [, jobs = ''] = text.split(/^jobs:$/m);
	return jobs.split(/^(?= {2}\w+:$)/m).filter((job) => /^ {2}\w+:$/m.test(job));
}

describe('the workflows of GitHub', () => {
	it.each(readdirSync(FOLDER))('%s names every action by its commit', (file) => {
		const actions = [...read(file).matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(
			([, action]) => action,
		);
		expect(actions.length).toBeGreaterThan(0);
		for (const action of actions) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	it.each(readdirSync(FOLDER))('%s gives nothing to all of its jobs but reading', (file) => {
		const [head = ''] = read(file).split(/^jobs:$/m);
		expect(head).toMatch(/^permissions:\n {2}contents: read\n/m);
	});

	it('sign and publish in a job that runs nothing of the checkout', () => {
		const jobs = jobsOf(read('publish.yml'));
		const [build, pack, publish, ...others] = jobs;
		expect(others).toEqual([]);
		for (const job of [build, pack]) expect(job).not.toMatch(/permissions:/);
		for (const job of jobs) expect(job).not.toMatch(/secrets\./);
		expect([...(pack ?? '').matchAll(/run: (.*)$/gm)].map(([, command]) => command)).toEqual([
			'npm ci --ignore-scripts',
			'npm run build',
			'npm pack --ignore-scripts',
		]);
		expect(publish).toContain('id-token: write');
		expect(publish).not.toContain('checkout@');
		const commands = [...(publish ?? '').matchAll(/run: (.*)$/gm)].map(([, command]) => command);
		expect(commands).toEqual(['npm publish ./*.tgz --ignore-scripts --provenance --access public']);
	});
});
