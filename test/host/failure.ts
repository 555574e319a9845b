/** Something a person can put right. Its message is shown alone, never a stack trace. */
export class Failure extends Error {}
