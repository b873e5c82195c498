/** What the person at the terminal can put right: told as it is, without a stack. */
export class Refusal extends Error {}
