import { createReadStream, createWriteStream, renameSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import tar from "tar-stream";

/* A backup is a gzipped tar. Each entry is small enough to be held in memory. */

/**
 * Writes an archive under a draft name, and renames it when it is complete and on the disk. Only its owner may read it.
 *
 * @template Result
 * @param {string} file
 * @param {(add: (name: string, bytes: Uint8Array) => Promise<void>) => Promise<Result>} fill adds the entries
 * @returns {Promise<Result>} of `fill`
 */
export async function writeArchive(file, fill) {
  const draft = `${file}.part`;
  rmSync(draft, { force: true }); // the draft of a killed backup
  const pack = tar.pack();
  const target = createWriteStream(draft, { mode: 0o600, flags: "wx", flush: true });
  const written = pipeline(pack, createGzip(), target);
  const filled = fill(
    (name, bytes) =>
      new Promise((done, fail) => {
        pack.entry({ name, size: bytes.length }, Buffer.from(bytes), (error) =>
          error ? fail(error) : done(),
        );
      }),
  );
  try {
    // A full disk ends the writing, and also releases whoever waits for an entry to be written.
    const result = await Promise.race([filled, written.then(() => filled)]);
    pack.finalize();
    await written;
    renameSync(draft, file);
    return result;
  } catch (error) {
    pack.destroy();
    await Promise.allSettled([written]);
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * The entries of an archive, in its order.
 *
 * @param {string} file
 * @returns {AsyncGenerator<{ name: string, bytes: Buffer }>}
 * @throws if it is cut or damaged, at the latest after its last entry
 */
export async function* readArchive(file) {
  const entries = tar.extract();
  const read = pipeline(createReadStream(file), createGunzip(), entries);
  read.catch(() => {}); // the reader of the entries gets the error
  for await (const entry of entries) {
    const chunks = /** @type {Buffer[]} */ ([]);
    for await (const chunk of entry) chunks.push(/** @type {Buffer} */ (chunk));
    yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
  }
  await read;
}
