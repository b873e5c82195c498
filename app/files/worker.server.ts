import { once } from "node:events";
import { Worker } from "node:worker_threads";

type Limits = { megabytes: number; milliseconds: number };

/** A work in a thread of its own took more time or memory than it may. */
export class OverLimit extends Error {}

/**
 * Runs a script in a thread of its own, and ends the thread: whatever it does, the process goes on and keeps nothing of it.
 * The limit of memory is that of V8's heap; the script itself must bound its buffers, which lie outside of it.
 * @param script a URL, or the code itself
 * @param data the script's `workerData`; it moves into the thread
 * @returns the first message that the script posts
 * @throws OverLimit; whatever the script throws
 */
export async function runInWorker(script: URL | string, data: Uint8Array, limits: Limits): Promise<unknown> {
  const worker = new Worker(script, {
    eval: typeof script === "string",
    workerData: data,
    transferList: [data.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 8 },
    execArgv: [], // not this process's own, some of which act on a whole process
  });
  worker.on("error", () => {}); // one that comes after the answer
  try {
    const [message] = await once(worker, "message", { signal: AbortSignal.timeout(limits.milliseconds) });
    return message;
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === "AbortError" || code === "ERR_WORKER_OUT_OF_MEMORY") throw new OverLimit();
    throw error;
  } finally {
    await worker.terminate();
  }
}
