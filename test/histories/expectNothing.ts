/** What a step puts out is compared with its description by the tests of the steps. */
export function expectDescribedOutput(): void {}
