import { crc32, createInflateRaw } from "node:zlib";
import { brokenFile, tooLarge } from "./lines.server";

/** A part of an archive, from its directory. */
type Part = { method: number; crc: number; size: number; offset: number };
export type Archive = { bytes: Buffer; parts: Map<string, Part> };

const [endOfDirectory, directoryEntry, partHead] = [0x06054b50, 0x02014b50, 0x04034b50];
const [storeMethod, deflateMethod] = [0, 8];
const piece = 64 * 1024;
/** The largest unpacked part, in bytes: five thousand full rows take a quarter of it. */
const largestPart = 16 * 1024 * 1024;

/** @throws DomainError invalid */
export function archiveOf(bytes: Buffer): Archive {
  const parts: Archive["parts"] = new Map();
  try {
    const signature = Buffer.alloc(4);
    signature.writeUInt32LE(endOfDirectory);
    const end = bytes.lastIndexOf(signature);
    if (end < 0) throw brokenFile();
    let at = bytes.readUInt32LE(end + 16);
    for (let rest = bytes.readUInt16LE(end + 10); rest > 0; rest--) {
      if (bytes.readUInt32LE(at) !== directoryEntry) throw brokenFile();
      const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
      ];
      parts.set(bytes.toString("utf8", at + 46, at + 46 + name), {
        method: bytes.readUInt16LE(at + 10),
        crc: bytes.readUInt32LE(at + 16),
        size: bytes.readUInt32LE(at + 20),
        offset: bytes.readUInt32LE(at + 42),
      });
      at += 46 + name + extra + comment;
    }
  } catch {
    throw brokenFile(); // a read beyond the end
  }
  return { bytes, parts };
}

/**
 * Unpacks a part piece by piece, so that it never lies in memory as a whole. It counts the bytes itself, since the archive's
 * stated size may be wrong.
 * @throws DomainError too_large, invalid
 */
export async function* unpack({ bytes, parts }: Archive, name: string): AsyncGenerator<Buffer> {
  const part = parts.get(name);
  if (!part) throw brokenFile();
  let [total, crc] = [0, 0];
  try {
    for await (const next of piecesOf(bytes, part)) {
      total += next.length;
      if (total > largestPart) throw tooLarge("محتوى الملف بعد فك ضغطه أكبر من المسموح");
      crc = crc32(next, crc);
      yield next;
    }
  } catch (error) {
    throw error instanceof RangeError || (error as { code?: string }).code?.startsWith("Z_")
      ? brokenFile()
      : error;
  }
  if (crc !== part.crc) throw brokenFile();
}

async function* piecesOf(bytes: Buffer, { method, size, offset }: Part): AsyncGenerator<Buffer> {
  if (bytes.readUInt32LE(offset) !== partHead) throw brokenFile();
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const content = bytes.subarray(start, start + size);
  if (content.length < size) throw brokenFile();
  if (method === deflateMethod) {
    const inflate = createInflateRaw({ chunkSize: piece });
    inflate.end(content);
    yield* inflate;
  } else if (method === storeMethod) {
    yield* slices(content);
  } else throw brokenFile();
}

/** Splits bytes into pieces. */
export function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}
