import type { BrowserContext } from 'playwright-core';

/** What hands did: mouse and keyboard, as the pages saw it. */
export interface Hands {
	clicks: number;
	/** Enter, which takes what is highlighted */
	enters: number;
	drags: number;
	/** Fields that were typed into, each once */
	fields: number;
	/** Of these, the search of the node panel */
	searches: number;
}

/** Further than this the mouse was dragged, in pixels. */
const DRAGGED = 20;

/** Runs in every page of the context; tells the binding `handDid` what happened. */
const WATCH = `
	let pressed;
	const typedInto = new WeakSet();
	const on = (name, tell) =>
		addEventListener(name, (event) => { if (event.isTrusted) tell(event); }, true);
	on('pointerdown', (event) => { pressed = event; handDid('clicks'); });
	on('pointerup', ({ clientX, clientY }) => {
		const way = pressed ? Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) : 0;
		if (way > ${DRAGGED}) handDid('drags');
	});
	on('keydown', ({ key }) => { if (key === 'Enter') handDid('enters'); });
	on('input', ({ target }) => {
		if (typedInto.has(target) || target.type === 'checkbox') return;
		typedInto.add(target);
		handDid('fields');
		if (target.closest('[data-test-id="node-creator-search-bar"]')) handDid('searches');
	});
`;

/**
 * Counts what is done in the pages of a context from now on.
 *
 * @returns gives what was done since it was last asked
 */
export async function watchHands(context: BrowserContext): Promise<() => Hands> {
	let done = nothing();
	await context.exposeBinding('handDid', (_page, what: keyof Hands) => {
		done[what] += 1;
	});
	await context.addInitScript(WATCH);
	return () => {
		// The press that a drag begins with is no click.
		const taken = { ...done, clicks: done.clicks - done.drags };
		done = nothing();
		return taken;
	};
}

/** The sum of several counts. */
export function sumOf(counts: Hands[]): Hands {
	const sum = nothing();
	for (const { clicks, enters, drags, fields, searches } of counts) {
		sum.clicks += clicks;
		sum.enters += enters;
		sum.drags += drags;
		sum.fields += fields;
		sum.searches += searches;
	}
	return sum;
}

function nothing(): Hands {
	return { clicks: 0, enters: 0, drags: 0, fields: 0, searches: 0 };
}
