import { vi } from "vitest";
import { patience } from "./timeouts";

/** Repeats `work` until it throws no more, and gives what it gives. */
export const until = <T>(work: () => T | Promise<T>) => vi.waitFor(work, { timeout: patience, interval: 20 });
