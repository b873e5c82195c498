import { fileTypeFromBuffer } from "file-type";
import { DomainError, invalid } from "~/domain/domain-error";
import { largestFile } from "~/http/body.server";

const readers = new Set(["image/png", "image/jpeg", "image/webp"]);
const most = { side: 10_000, pixels: 25_000_000 };

/**
 * A picture as it is kept: PNG, JPEG or WebP by content, turned upright, without metadata, at most `side` pixels
 * wide or high, as WebP (rulings §4).
 * @throws DomainError too_large, invalid, at `field`
 */
export async function readImage(file: File, field: string, side: number): Promise<Buffer> {
  if (file.size === 0) throw invalid(field, "الملف المختار فارغ، اختر صورة أخرى");
  if (file.size > largestFile) {
    const sentence = "حجم الصورة أكبر من 10 ميغابايت";
    throw new DomainError("too_large", sentence, { fields: { [field]: sentence } });
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !readers.has(type.mime)) throw invalid(field, "الصورة يجب أن تكون بصيغة PNG أو JPEG أو WebP");
  const { default: sharp } = await import("sharp"); // 20 MB that most requests need not
  try {
    // The head alone: a picture of one pixel by millions takes long to be read, however few they are.
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
    if (Math.max(width, height) > most.side || width * height > most.pixels) throw tooManyPixels(field);
    return await inLane(() =>
      sharp(bytes, { limitInputPixels: most.pixels, failOn: "error" })
        .rotate()
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer(),
    );
  } catch (error) {
    if (error instanceof DomainError) throw error;
    throw invalid(field, "تعذرت قراءة الصورة، جرب صورة أخرى");
  }
}

const tooManyPixels = (field: string) =>
  invalid(field, "أبعاد الصورة أكبر من المسموح: 10,000 نقطة لكل ضلع، و25 مليون نقطة في جملتها");

// Two at a time: a picture takes up to 100 MB, and one of the four threads that also write files and check passwords.
const lanes: Promise<unknown>[] = [Promise.resolve(), Promise.resolve()];
let taken = 0;

function inLane<T>(work: () => Promise<T>): Promise<T> {
  const lane = taken++ % lanes.length;
  const turn = (lanes[lane] as Promise<unknown>).then(work);
  lanes[lane] = turn.catch(() => {});
  return turn;
}
