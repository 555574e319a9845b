/** Steps that a document of any length has. */
const LEAST = 100_000;
/** Characters that are looked at in the time of one step. */
export const CHARACTERS_A_STEP = 20;
/** Steps that each character of a document adds. */
const PER_CHARACTER = 5;

/**
 * What the styles of a document may cost, in steps of about the same time, such as a look at one element
 * for one rule: a short style sheet can ask for much at each element.
 */
export class Steps {
	private left: number;

	constructor(length: number) {
		this.left = LEAST + PER_CHARACTER * length;
	}

	/** Takes some; false where there are no more. */
	take(count = 1): boolean {
		this.left -= count;
		return this.left >= 0;
	}

	/** Whether more steps were wanted than there are: what people see of the rest is not known. */
	get areUsedUp(): boolean {
		return this.left < 0;
	}
}
