import { number } from '../../shared/step/fieldKinds';
import { wholeNumber } from '../../shared/step/inputSchemas';

const USUAL = 50;
const MOST = 1_000;

/** How much of what is new one execution gets. */
export function mostPerPoll<const Name extends string>(name: Name, label: string, what: string) {
	return number(name, label, what, {
		typeOptions: { minValue: 1, maxValue: MOST },
		default: USUAL,
		input: wholeNumber({ min: 1, max: MOST }).transform((given = USUAL) => given),
	});
}
