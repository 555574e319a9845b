import { type Reading, readSwitches } from '../../scripts/factRows';

/** How the rows of docs/facts are read that can be read in several ways. */
const SWITCHES = new Map(readSwitches().map(({ fact, readings }) => [fact, readings]));

/** What the run was told: `READINGS=row=reading,...`. */
const OF_THE_RUN = parseReadings(process.env.READINGS ?? '');

/** Reads `row=reading,row=reading`. Throws where one of them is not there. */
export function parseReadings(text: string): Reading[] {
	const pairs = text.split(',').filter((pair) => pair !== '');
	return pairs.map((pair) => {
		const [fact = '', as = ''] = pair.split('=');
		return known({ fact, as });
	});
}

function known(reading: Reading): Reading {
	if (SWITCHES.get(reading.fact)?.includes(reading.as)) return reading;
	throw new Error(`docs/facts has no row ${reading.fact} with the reading ${reading.as}.`);
}

/**
 * Which reading of each row the simulated providers follow: what a test chose, or else the run, or else
 * the one that the nodes rest on.
 */
export class Readings {
	private readonly chosen = new Map<string, string>();

	constructor() {
		this.reset();
	}

	/** Whether the row is read so. */
	is(reading: Reading): boolean {
		const { fact, as } = known(reading);
		return (this.chosen.get(fact) ?? SWITCHES.get(fact)?.[0]) === as;
	}

	/** Reads a row so from now on, until the simulator is reset. */
	choose(...readings: Reading[]): void {
		for (const reading of readings) {
			const { fact, as } = known(reading);
			this.chosen.set(fact, as);
		}
	}

	/** Forgets what was chosen here. */
	reset(): void {
		this.chosen.clear();
		this.choose(...OF_THE_RUN);
	}
}
