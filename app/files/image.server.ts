import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { invalid } from "~/domain/domain-error";
import { readContent } from "./content.server";
import { queue } from "./queue.server";
import { openFile } from "./storage.server";

const readers = ["image/png", "image/jpeg", "image/webp"];
const words = {
  one: "الصورة",
  another: "صورة أخرى",
  kinds: "الصورة يجب أن تكون بصيغة PNG أو JPEG أو WebP",
};
const tooLarge = "أبعاد الصورة أكبر من المسموح: 10,000 نقطة لكل ضلع،";
/** Why a picture cannot be a person's photo. */
export const tooLargeForPhoto = `${tooLarge} و25 مليون نقطة في جملتها`;
/** The bounds of a picture of a person or a logo, and of a paper: a page of A4 at 600 dots an inch has 35 million. */
const bounds = {
  photo: { side: 10_000, pixels: 25_000_000, sentence: tooLargeForPhoto },
  scan: {
    side: 10_000,
    pixels: 40_000_000,
    sentence: `${tooLarge} و40 مليون نقطة في جملتها، و25 مليونًا في الصورة الشخصية`,
  },
};

/**
 * Reads a picture and prepares it for the store: PNG, JPEG or WebP by content becomes an upright WebP without metadata, at most
 * `side` pixels wide or high (rulings §4).
 * @throws DomainError too_large, invalid, at `field`
 */
export async function readImage(file: File, field: string, side: number): Promise<Buffer> {
  const { bytes } = await readContent(file, field, readers, words);
  const sharp = await loadSharp();
  await checkPicture(bytes, field, "photo");
  try {
    return await inLane(() =>
      sharp(bytes, { limitInputPixels: bounds.photo.pixels, failOn: "error" })
        .rotate()
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    );
  } catch {
    throw unreadable(field);
  }
}

/** The small copies that were asked for last, by the stored file's name. They are a few kilobytes each. */
const copies = new Map<string, Buffer>();
const mostBytes = 16 * 1024 * 1024;
let bytesKept = 0;

/**
 * The small copy of a stored picture; null where there is no such file, or none that can be drawn.
 * @throws DomainError unavailable
 */
export async function smallCopy(folder: string, name: string, side: number): Promise<Buffer | null> {
  const file = await openFile(folder, name); // also where a copy is kept: a file that was removed is shown no more
  if (!file) return null;
  const key = `${folder}/${name} ${side}`;
  const kept = copies.get(key);
  if (kept) file.destroy();
  const copy = kept ?? (await smallPicture(file, side));
  if (copy) keepCopy(key, copy);
  return copy;
}

/** Keeps a copy as the latest, and forgets the oldest ones. */
function keepCopy(key: string, copy: Buffer) {
  if (!copies.delete(key)) bytesKept += copy.length;
  copies.set(key, copy);
  for (const [oldest, { length }] of copies) {
    if (bytesKept <= mostBytes) return;
    copies.delete(oldest);
    bytesKept -= length;
  }
}

/** A small copy of a picture, as WebP, at most `side` pixels wide or high; null where it cannot be drawn. */
export async function smallPicture(file: Readable, side: number): Promise<Buffer | null> {
  const sharp = await loadSharp();
  const bytes = await buffer(file);
  try {
    await checkPicture(bytes, "file", "scan");
    return await inLane(() =>
      sharp(bytes, { limitInputPixels: bounds.scan.pixels })
        .rotate()
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    );
  } catch {
    return null;
  }
}

/**
 * Checks a picture's size, from its head: it may not be decoded otherwise. One pixel by millions takes long, though it has few pixels.
 * @returns whether it has more points than a photo may have
 * @throws DomainError invalid, at `field`
 */
export async function checkPicture(bytes: Buffer, field: string, kind: keyof typeof bounds) {
  const { side, pixels, sentence } = bounds[kind];
  const { width, height } = await headOf(bytes, field);
  if (Math.max(width, height) > side || width * height > pixels) throw invalid(field, sentence);
  return { isLarge: width * height > bounds.photo.pixels };
}

async function headOf(bytes: Buffer, field: string) {
  const sharp = await loadSharp();
  try {
    return await sharp(bytes, { limitInputPixels: false }).metadata();
  } catch {
    throw unreadable(field);
  }
}

const unreadable = (field: string) => invalid(field, "تعذرت قراءة الصورة، جرب صورة أخرى");

/** 20 MB that most requests do not need. Its own cache would keep whole decoded pictures. */
async function loadSharp() {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp;
}

// Decoding takes up to 320 MB and one of the four threads that also write files and check passwords.
const inLane = queue(1);
