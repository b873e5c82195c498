import { once } from "node:events";
import { Worker } from "node:worker_threads";

type Limits = { megabytes: number; milliseconds: number };

/** A worker thread exceeded its limit of time or memory. */
export class OverLimit extends Error {}

/**
 * Runs a script in a thread of its own and then ends the thread, so that the process survives any failure and keeps no memory of
 * it. The memory limit holds for V8's heap; the script itself must bound its buffers, which lie outside of it.
 * @param script a URL, or the code itself
 * @param data the script's `workerData`; it moves into the thread
 * @param argv what the script finds in its `process.argv`
 * @returns the first message that the script posts
 * @throws OverLimit; whatever the script throws
 */
export async function runInWorker(
  script: URL | string,
  data: Uint8Array,
  limits: Limits,
  argv: string[] = [],
): Promise<unknown> {
  const worker = new Worker(script, {
    eval: typeof script === "string",
    workerData: data,
    argv,
    transferList: [data.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 8 },
    execArgv: [], // without this process's own flags, some of which act on the whole process
  });
  worker.on("error", () => {}); // an error after the answer
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
