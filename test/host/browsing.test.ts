import { createServer, type RequestListener, type Server } from 'node:http';
import { createBrowsing } from './browsing';

describe('browsing without a browser', () => {
	let server: Server | undefined;

	async function serve(listener: RequestListener): Promise<string> {
		const started = createServer(listener);
		server = started;
		await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
		const address = started.address();
		if (address === null || typeof address === 'string') throw new Error('no port');
		return `http://127.0.0.1:${address.port}`;
	}

	afterEach(() => {
		server?.close();
		server?.closeAllConnections();
	});

	it('follows redirects and keeps cookies until they expire', async () => {
		const seen: string[] = [];
		const url = await serve((request, response) => {
			seen.push(`${request.url} ${request.headers.cookie ?? '-'}`);
			if (request.url === '/start') {
				response.setHeader('set-cookie', 'session=1; Path=/; HttpOnly');
				response.writeHead(302, { location: '/middle' });
			} else if (request.url === '/middle') {
				response.setHeader('set-cookie', 'session=; Expires=Thu, 01 Jan 1970 00:00:00 GMT');
				response.writeHead(303, { location: '/end' });
			}
			response.end('arrived');
		});
		const page = await createBrowsing().open(`${url}/start`);
		expect(page).toEqual({ url: `${url}/end`, status: 200, text: 'arrived' });
		expect(seen).toEqual(['/start -', '/middle session=1', '/end -']);
	});

	it('sends a form with its hidden fields and what the person typed', async () => {
		let sent = '';
		const url = await serve((request, response) => {
			if (request.method === 'GET') {
				const field = '<input type="hidden" name="state" value="a&amp;b"><input name="login">';
				response.end(`<form method="post" action="/sign-in?x=1&amp;y=2">${field}</form>`);
				return;
			}
			request.setEncoding('utf8').on('data', (chunk: string) => (sent += chunk));
			request.on('end', () => response.end(request.url));
		});
		const browsing = createBrowsing();
		const answer = await browsing.submit(await browsing.open(url), { login: 'ann@contoso.com' });
		expect(answer.text).toBe('/sign-in?x=1&y=2');
		expect(Object.fromEntries(new URLSearchParams(sent))).toEqual({
			state: 'a&b',
			login: 'ann@contoso.com',
		});
	});

	it('says where a page without a form is', async () => {
		const url = await serve((_request, response) => response.writeHead(404).end('nothing'));
		const browsing = createBrowsing();
		const page = await browsing.open(`${url}/lost`);
		await expect(browsing.submit(page, {})).rejects.toThrow('/lost has no form (404)');
	});

	it('does not follow redirects for ever', async () => {
		const url = await serve((_request, response) =>
			response.writeHead(302, { location: '/' }).end(),
		);
		await expect(createBrowsing().open(url)).rejects.toThrow('redirects without end');
	});
});
