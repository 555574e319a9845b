/** What a step puts out is compared with its description by the tests of the steps. */
export function expectDescribedOutput(): void {}

/** So is what a trigger puts out, by those of the triggers. */
export function expectNoEmptyKeys(): void {}
