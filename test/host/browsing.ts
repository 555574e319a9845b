import { Failure } from './failure';

/** A browser gives up after about as many redirects. */
const MAX_HOPS = 20;

export interface Page {
	/** Where the redirects ended */
	url: string;
	status: number;
	text: string;
}

/** What a browser does between a click and the next page: cookies, redirects, forms. */
export interface Browsing {
	/**
	 * Requests a page and follows its redirects, with the cookies of each origin.
	 *
	 * @param url absolute
	 * @param init as for fetch; `redirect` is taken care of
	 * @throws {Failure} after 20 redirects in a row
	 */
	open(url: string, init?: RequestInit): Promise<Page>;
	/**
	 * Sends the first form of a page, its hidden fields included.
	 *
	 * @param page as `open` gave it
	 * @param filled values typed by the person, by field name
	 * @throws {Failure} when the page has no form
	 */
	submit(page: Page, filled: Record<string, string>): Promise<Page>;
}

/** A private session: no cookies yet, nothing kept afterwards. */
export function createBrowsing(): Browsing {
	const jars = new Map<string, Map<string, string>>();

	function cookiesOf(url: string): Map<string, string> {
		const { origin } = new URL(url);
		const jar = jars.get(origin) ?? new Map<string, string>();
		jars.set(origin, jar);
		return jar;
	}

	async function request(url: string, init: RequestInit): Promise<Response> {
		const jar = cookiesOf(url);
		const headers = new Headers(init.headers);
		const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
		if (cookie !== '') headers.set('cookie', cookie);
		// A connection that is kept may be closed by a slow n8n just as it is used again.
		headers.set('connection', 'close');
		const response = await fetch(url, { ...init, headers, redirect: 'manual' });
		for (const line of response.headers.getSetCookie()) {
			const [pair = '', ...attributes] = line.split(';');
			const [name = '', ...value] = pair.trim().split('=');
			const isExpired = attributes.some((text) => {
				const [key = '', date = ''] = text.trim().split('=');
				return key.toLowerCase() === 'expires' && Date.parse(date) < Date.now();
			});
			if (isExpired) jar.delete(name);
			else jar.set(name, value.join('='));
		}
		return response;
	}

	async function open(start: string, init: RequestInit = {}): Promise<Page> {
		let url = start;
		let next = init;
		for (let hop = 0; hop < MAX_HOPS; hop += 1) {
			const response = await request(url, next);
			const location = response.headers.get('location');
			const text = await response.text();
			if (response.status < 300 || response.status > 399 || location === null) {
				return { url, status: response.status, text };
			}
			url = new URL(location, url).href;
			next = {};
		}
		throw new Failure(`${new URL(url).origin} redirects without end.`);
	}

	async function submit(page: Page, filled: Record<string, string>): Promise<Page> {
		const form = /<form\b[^>]*>[\s\S]*?<\/form>/i.exec(page.text)?.[0];
		if (form === undefined) {
			throw new Failure(`The page ${new URL(page.url).pathname} has no form (${page.status}).`);
		}
		const body = new URLSearchParams();
		for (const [tag] of form.matchAll(/<(?:input|button)\b[^>]*>/gi)) {
			const name = attribute(tag, 'name');
			if (name !== undefined) body.set(name, attribute(tag, 'value') ?? '');
		}
		for (const [name, value] of Object.entries(filled)) body.set(name, value);
		const action = attribute(form, 'action') ?? page.url;
		return await open(new URL(action, page.url).href, { method: 'POST', body });
	}

	return { open, submit };
}

/** The value of an attribute in a tag's text, its entities decoded. */
function attribute(tag: string, name: string): string | undefined {
	const found = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag);
	const raw = found?.[1] ?? found?.[2] ?? found?.[3];
	return raw
		?.replaceAll('&quot;', '"')
		.replaceAll('&#39;', "'")
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&amp;', '&');
}
