/** Milliseconds that a test may take. Tests wait for events, so this is their only limit, far beyond what a busy machine needs. */
export const testTimeout = 600_000;

/** Milliseconds that one event is waited for: a little less, so that the test says what did not happen. */
export const patience = testTimeout - 30_000;
