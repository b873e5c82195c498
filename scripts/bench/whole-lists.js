import { forgetPeak, memoryOf } from "./processes.js";

/**
 * Reads a whole list by call, by one program and then by several at once, and looks at the server's memory meanwhile.
 *
 * @param {import("./rates.js").Target} office
 * @param {number} readers
 * @returns {Promise<{ megabytes: number, seconds: number, peak: number }>} size of one answer as JSON, how long all
 *   took, and the highest memory of the serving process in MB
 */
export async function readWholeLists({ port, pid, cookie }, readers) {
  forgetPeak(pid);
  const start = performance.now();
  const sizes = await Promise.all(
    Array.from({ length: readers }, async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/customers`, { headers: { Cookie: cookie } });
      if (!answer.ok || !answer.body) throw new Error(`/api/customers: ${answer.status}`);
      let bytes = 0;
      await answer.body.pipeTo(
        new WritableStream({
          write(chunk) {
            bytes += chunk.length;
          },
        }),
      );
      return bytes;
    }),
  );
  return {
    megabytes: (sizes[0] ?? 0) / 1e6,
    seconds: (performance.now() - start) / 1000,
    peak: memoryOf(pid).peak,
  };
}
