import { resolve } from "node:path";
import { Disk } from "flydrive";
import { FSDriver } from "flydrive/drivers/fs";

let instance: Promise<Disk> | undefined;

/** Where uploaded files are, by UPLOADS_URL (rulings §5): a folder or an S3-compatible bucket. */
export const placeOfFiles = () =>
  process.env.UPLOADS_URL || resolve(process.env.DATA_DIR || "data", "uploads");

export const isFolder = (place: string) => !place.startsWith("s3://");

/** The store of uploaded files. */
export function disk() {
  instance ??= openDisk(placeOfFiles());
  return instance;
}

/**
 * A store of files.
 * @param location a folder, or a bucket as UPLOADS_URL names it
 * @param patience how long a bucket may take to answer, in milliseconds; a large file is sent before its answer
 */
export async function openDisk(location: string, patience = 4900) {
  if (isFolder(location)) return new Disk(new FSDriver({ location, visibility: "private" }));
  const { bucketDriver } = await import("./bucket.server"); // 20 MB that an office with a folder does not need
  return new Disk(bucketDriver(new URL(location), patience));
}
