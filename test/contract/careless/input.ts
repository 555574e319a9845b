import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** What a model or a person wrote, and what has to become of it. */
export interface CarelessInput<Ids> {
	what: string;
	/** The step, as `email.sendEmail`. */
	step: string;
	/** The parameters, or those with IDs of what is there. */
	given: INodeParameters | ((ids: Ids) => INodeParameters);
	/** The way out that the refusal has to name; or what looks at the output and at what was done. */
	verdict: RegExp | ((items: IDataObject[]) => void);
}

/** A row of a table of careless inputs, in the order in which one reads it. */
export type Row<Ids> = [
	what: string,
	step: string,
	given: CarelessInput<Ids>['given'],
	verdict: CarelessInput<Ids>['verdict'],
];

export function toCareless<Ids>([what, step, given, verdict]: Row<Ids>): CarelessInput<Ids> {
	return { what, step, given, verdict };
}
