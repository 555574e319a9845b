import { WRITTEN_FROM_RESULTS } from './benchmark/docs';
import { LINKING_FILES, renderLinks } from './docsLinks';
import { CLAIMS_PAGE, FACT_PAGES, renderClaims, renderFacts } from './facts';
import { renderStepsPage } from './steps';
import { renderStoredNames, STORED_NAMES_FILE } from './storedNames';
import { renderWindowsZones } from './windowsZones';

/** A file that is checked in and that nobody writes by hand, or not all of it. */
export interface GeneratedFile {
	/** Relative to the root. */
	file: string;
	render(): string;
}

/** What `npm run generate` writes; a test holds each against what it would write now. */
export const GENERATED: GeneratedFile[] = [
	{ file: 'docs/steps.md', render: renderStepsPage },
	{ file: 'nodes/Mail/graph/windowsZones.ts', render: renderWindowsZones },
	{ file: STORED_NAMES_FILE, render: renderStoredNames },
	...WRITTEN_FROM_RESULTS,
	{ file: CLAIMS_PAGE, render: renderClaims },
	...FACT_PAGES.map((file) => ({ file, render: () => renderFacts(file) })),
	...LINKING_FILES.map((file) => ({ file, render: () => renderLinks(file) })),
];
