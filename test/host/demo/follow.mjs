/** Keeps the page as the providers are: reads it anew, and exchanges the parts that changed. */
const { document, DOMParser, fetch, location, setTimeout } = globalThis;

const EVERY_MS = 2_000;

async function follow() {
	const answer = await fetch(location.href);
	const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
	for (const part of document.querySelectorAll('[data-live]')) {
		const now = fresh.getElementById(part.id);
		if (now === null || now.innerHTML === part.innerHTML) continue;
		const focused = part.contains(document.activeElement) ? document.activeElement.id : '';
		part.replaceChildren(...now.childNodes);
		document.getElementById(focused)?.focus();
	}
}

/** A demo that ended answers no more; the page goes on when it is there again. */
async function keepFollowing() {
	const ended = document.getElementById('ended');
	await follow().then(
		() => (ended.textContent = ''),
		() => (ended.textContent = 'The demo has ended: npm start starts it again, at a new address.'),
	);
	setTimeout(keepFollowing, EVERY_MS);
}

setTimeout(keepFollowing, EVERY_MS);
