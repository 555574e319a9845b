import type { Operator, Property } from './properties';

/** Where a piece stands in the filter; `end` is the index after it. */
export interface TextSpan {
	start: number;
	end: number;
}

export type Token = Value | PropertyToken | MarkToken;

/** A word or phrase, its quotes included in the span. */
export interface Value extends TextSpan {
	kind: 'value';
	/** Without the quotes around it; a `*` after the closing quote stands at its end. */
	text: string;
	quoted: boolean;
}

/** `subject:`, `size>=`; its value is what follows, unless a blank stands between (`free`). */
export interface PropertyToken extends TextSpan {
	kind: 'property';
	property: Property;
	operator: Operator;
	free: boolean;
}

/** `-` and `+` are signs only where they stand directly before what they refer to. */
export interface MarkToken extends TextSpan {
	kind: 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'plus';
}
