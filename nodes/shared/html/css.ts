import type { Declaration } from './cssDeclarations';
import { readDeclaration } from './cssDeclarations';
import type { Certainty } from './cssSyntax';
import { cssPieces, splitCss } from './cssSyntax';
import { PARTS_A_TURN } from './htmlTags';
import { isMet, isProvided } from './mediaQueries';
import type { Steps } from './steps';

export interface Rule {
	/** Its selectors as they are written, with those of rules around it in `:is()`. */
	selectors: string;
	declarations: Declaration[];
	/** The layers around it, by number; what stands in none comes last. */
	layer: number[];
	/** Whether it counts in a usual window. */
	certainty: Certainty;
}

/** A block that is open. */
interface Block extends Rule {
	/** Rules stand in it, and no declarations: a sheet, `@media`. */
	isList: boolean;
}

const SHEET: Block = {
	...{ selectors: '', declarations: [], layer: [Infinity], certainty: 1 },
	isList: true,
};

/**
 * The rules of a style sheet, in the order in which they are written, as far as they say something that
 * is looked at.
 * @param steps What the selectors of rules in rules take: their list can double with each.
 * @yields where others may have their turn.
 * https://drafts.csswg.org/css-syntax-3/#parsing, https://www.w3.org/TR/css-nesting-1/
 */
export function* readRules(css: string, steps: Steps): Generator<void, Rule[]> {
	const rules: Rule[] = [];
	let pieces = 0;
	const layers = new Map<string, number>();
	const open = [SHEET];
	// Whether text stands here that is no rule: browsers drop the next block with it.
	let isOdd = false;

	const layerOf = ({ layer }: Block, names: string[]) => {
		const path = layer.slice(0, -1);
		for (const name of names.slice(0, MAX_LAYERS - path.length)) {
			const key = `${path.at(-1) ?? ''}.${name}`;
			const number = layers.get(key) ?? layers.size;
			layers.set(key, number);
			path.push(number);
		}
		return [...path, Infinity];
	};

	const enter = (around: Block, prelude: string): Block => {
		if (isOdd || prelude === '' || around.certainty === 0) return { ...around, certainty: 0 };
		const [, name = '', of = ''] = /^@([\w-]+)([^]*)$/.exec(prelude) ?? [];
		const inside = { ...around, declarations: [] };
		const met = (certainty: Certainty) => ({
			...inside,
			certainty: Math.min(certainty, around.certainty),
		});
		switch (name.toLowerCase()) {
			case '': {
				const selectors = nested(around.selectors, prelude, steps);
				return selectors === undefined ? met(0) : { ...inside, selectors, isList: false };
			}
			case 'media':
				return met(isMet(of));
			case 'supports':
				return met(isProvided(of));
			case 'container':
				return met(0.5);
			case 'scope':
				return {
					...met(0.5),
					selectors: /^[^(]*\(([^)]*)\)/.exec(of)?.[1] ?? ':root',
					isList: true,
				};
			case 'layer': {
				const names = (of.trim() || `:${layers.size}`).split('.');
				return { ...inside, layer: layerOf(around, names) };
			}
			default:
				return met(0);
		}
	};

	for (const { text, end } of cssPieces(css.replace(/<!--|-->/g, ' '))) {
		if (++pieces % PARTS_A_TURN === 0) yield;
		const block = open.at(-1) ?? SHEET;
		const piece = text.replace(/^(?:\s|\/\*\*\/)+/, '');
		if (end === '{') {
			const inside = enter(block, piece);
			open.push(inside);
			if (inside.certainty > 0 && inside.selectors !== '') rules.push(inside);
			isOdd = false;
			continue;
		}
		const statement = /^@layer\s([^]*)/i.exec(piece)?.[1];
		if (statement) for (const name of splitCss(statement, ',')) layerOf(block, name.split('.'));
		else if (!block.isList && block.certainty > 0)
			block.declarations.push(...readDeclaration(piece));
		else if (block.isList && end === ';' && !piece.startsWith('@')) isOdd = true;
		if (end === '}') {
			isOdd = open.length === 1;
			if (open.length > 1) open.pop();
		}
	}
	return rules.filter(({ declarations }) => declarations.length > 0);
}

/** Layers in each other, at most. */
const MAX_LAYERS = 10;

/** The selectors of a rule inside another one; undefined where it would take too long to write them. */
function nested(around: string, prelude: string, steps: Steps): string | undefined {
	if (around === '') return prelude;
	const list = splitCss(prelude, ',');
	const most = list.length + prelude.split('&').length;
	if (!steps.take(prelude.length + most * around.length)) return undefined;
	return list
		.map((own) =>
			own.includes('&') ? own.replaceAll('&', `:is(${around})`) : `:is(${around}) ${own}`,
		)
		.join(',');
}
