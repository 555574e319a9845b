import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { DOCS } from '../../scripts/docsLinks';
import { shippedCredentials, shippedNodes } from '../../scripts/shippedClasses';
import { filesBelow, ROOT } from '../../scripts/sources';
import { anchorsOf } from './links';

const links = z.array(z.object({ url: z.string() })).nonempty();
const codexSchema = z.object({
	resources: z.object({ primaryDocumentation: links, credentialDocumentation: links }),
});

function codexLinks(source: string): string[] {
	const file = path.join(ROOT, source.replace(/\.ts$/, '.json'));
	const { resources } = codexSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
	return Object.values(resources)
		.flat()
		.map(({ url }) => url);
}

/** A page's link or picture, and the file that it leads to, relative to the page. */
function linksOf(page: string): Array<{ page: string; link: string }> {
	const text = readFileSync(path.join(ROOT, page), 'utf8');
	const found = [...text.matchAll(/(?:\]\(|src=")([^)\s"]+)[)"]/g)].map(([, link = '']) => link);
	return found.filter((link) => !/^[a-z]+:/.test(link)).map((link) => ({ page, link }));
}

describe("a link behind one of n8n's buttons", () => {
	const fromNodes = shippedNodes().flatMap(({ className, source }) =>
		codexLinks(source).map((url) => ({ owner: className, url })),
	);
	const fromCredentials = shippedCredentials().map(({ className, instance }) => ({
		owner: className,
		url: instance.documentationUrl ?? '',
	}));

	// n8n glues parameters of its own behind the link: it takes no # and no ? itself.
	it.each([...fromNodes, ...fromCredentials])(
		'of $owner leads to a page of docs: $url',
		({ url }) => {
			expect(url.startsWith(DOCS)).toBe(true);
			const page = url.slice(DOCS.length);
			expect(page).toMatch(/^[\w-]+\.md$/);
			expect(existsSync(path.join(ROOT, 'docs', page))).toBe(true);
		},
	);

	it('leads to a page of its own for each node, and for each credential', () => {
		const primary = shippedNodes().map(({ source }) => codexLinks(source)[0]);
		const pages = [...primary, ...fromCredentials.map(({ url }) => url)];
		expect(pages.filter((page, index) => pages.indexOf(page) !== index)).toEqual([]);
	});
});

describe('a link of a page', () => {
	const atRoot = ['README', 'CONTRIBUTING', 'CHANGELOG', 'SECURITY', 'CODE_OF_CONDUCT'];
	const pages = [...atRoot.map((name) => `${name}.md`), ...filesBelow('docs', '.md')];

	it.each(pages.flatMap(linksOf))('leads from $page to what is there: $link', ({ page, link }) => {
		const [file = '', anchor] = link.split('#');
		const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file);
		expect(existsSync(path.join(ROOT, target))).toBe(true);
		if (anchor !== undefined) expect(anchorsOf(target)).toContain(anchor);
	});
});
