import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/* Pictures to send, ordinary and hostile ones. */

export const colours = { png: "#d02020", jpeg: "#20d020", webp: "#2020d0" } as const;
export type Format = keyof typeof colours;
export const solid = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
export const picture = (format: Format, width = 60, height = 40) =>
  solid(width, height, colours[format]).toFormat(format).toBuffer();

/** Random pixels, which do not compress. */
export function noise(width: number, height: number) {
  const bytes = new Uint8Array(width * height * 3);
  for (let index = 0, state = 1; index < bytes.length; index++) {
    state = (state * 48_271) % 2_147_483_647;
    bytes[index] = state;
  }
  return bytes;
}

/** A square of one bit a pixel: a few kilobytes that are `side` × `side` pixels, or claim to be more. */
export const hugePng = (side: number, claimed = side) => png(side, side, claimed, claimed);

/** A picture of one bit a pixel, of any shape. */
export const plainPng = (width: number, height: number) => png(width, height);

/** One pixel wide. */
export const strip = (height: number) => png(1, height);

function png(width: number, height: number, claimedWidth = width, claimedHeight = height) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(claimedWidth, 0);
  header.writeUInt32BE(claimedHeight, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height));
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
