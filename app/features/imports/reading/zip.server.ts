import { crc32, createInflateRaw } from "node:zlib";
import { brokenFile, tooLarge } from "./lines.server";

/** A part of an archive, from its directory. */
type Part = { method: number; crc: number; size: number; offset: number };
export type Archive = { bytes: Buffer; parts: Map<string, Part> };

const [endOfDirectory, directoryEntry, partHead] = [0x06054b50, 0x02014b50, 0x04034b50];
const [endOfLargeDirectory, largeLocator] = [0x06064b50, 0x07064b50];
/** A number that does not fit, or was not known in time, stands in an extra field or record of eight bytes (ZIP64). */
const isElsewhere = { long: 0xffffffff, short: 0xffff };
const largeField = 1;
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
    let [at, rest] = [bytes.readUInt32LE(end + 16), bytes.readUInt16LE(end + 10)];
    if (at === isElsewhere.long || rest === isElsewhere.short) {
      if (bytes.readUInt32LE(end - 20) !== largeLocator) throw brokenFile();
      const large = longAt(bytes, end - 12);
      if (bytes.readUInt32LE(large) !== endOfLargeDirectory) throw brokenFile();
      [at, rest] = [longAt(bytes, large + 48), longAt(bytes, large + 32)];
    }
    for (; rest > 0; rest--) {
      if (bytes.readUInt32LE(at) !== directoryEntry) throw brokenFile();
      const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
        number,
        number,
        number,
      ];
      const sizes = [24, 20, 42].map((offset) => bytes.readUInt32LE(at + offset)) as [number, number, number];
      const [, size, offset] = withLarge(sizes, bytes.subarray(at + 46 + name, at + 46 + name + extra));
      parts.set(bytes.toString("utf8", at + 46, at + 46 + name).replaceAll("\\", "/"), {
        method: bytes.readUInt16LE(at + 10),
        crc: bytes.readUInt32LE(at + 16),
        size,
        offset,
      });
      at += 46 + name + extra + comment;
    }
  } catch {
    throw brokenFile(); // a read beyond the end
  }
  return { bytes, parts };
}

/** A number of eight bytes. What is beyond the file's end fails where it is read. */
const longAt = (bytes: Buffer, at: number) => Number(bytes.readBigUInt64LE(at));

/** The sizes and offset of a part, those that are elsewhere from its extra fields, where they stand in the same order. */
function withLarge(sizes: [unpacked: number, size: number, offset: number], extra: Buffer) {
  if (!sizes.includes(isElsewhere.long)) return sizes;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== largeField) continue;
    let next = at + 4;
    return sizes.map((size) => {
      if (size !== isElsewhere.long) return size;
      next += 8;
      return longAt(extra, next - 8);
    }) as typeof sizes;
  }
  throw brokenFile();
}

/** A part's name as the archive has it. Programs disagree on capitals: names differ by more than these (ECMA-376 part 2). */
export function nameOfPart({ parts }: Archive, name: string): string | undefined {
  if (parts.has(name)) return name;
  const lower = name.toLowerCase();
  return [...parts.keys()].find((one) => one.toLowerCase() === lower);
}

/**
 * Unpacks a part piece by piece, so that it never lies in memory as a whole. It counts the bytes itself, since the archive's
 * stated size may be wrong.
 * @param largest its size at most, in bytes
 * @throws DomainError too_large, invalid
 */
export async function* unpack(archive: Archive, name: string, largest = largestPart): AsyncGenerator<Buffer> {
  const { bytes, parts } = archive;
  const part = parts.get(nameOfPart(archive, name) ?? "");
  if (!part) throw brokenFile();
  let [total, crc] = [0, 0];
  try {
    for await (const next of piecesOf(bytes, part)) {
      total += next.length;
      if (total > largest) throw tooLarge("محتوى الملف بعد فك ضغطه أكبر من المسموح");
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
