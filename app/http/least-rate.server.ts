import { connectionTimeout } from "~/framework/answers.server";

/** The bytes that a body brings in a millisecond at least: 1 KiB/s. */
const leastRate = 1024 / 1000;

/**
 * Watches that a body moves.
 * @returns a function that takes the bytes so far whenever some arrive; it is false if too few came in the last half minute
 */
export function watchRate() {
  let last = { time: Date.now(), bytes: 0 };
  return (bytes: number) => {
    const passed = Date.now() - last.time;
    if (passed < connectionTimeout) return true;
    const isMoving = bytes - last.bytes >= passed * leastRate;
    last = { time: Date.now(), bytes };
    return isMoving;
  };
}
