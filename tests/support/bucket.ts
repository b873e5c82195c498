import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "../../scripts/ports.js";

/** A bucket for a test file, as UPLOADS_URL names it, its origin, and the folder that it keeps its files in. */
export async function useBucket() {
  const place = mkdtempSync(join(tmpdir(), "office-bucket-"));
  const port = await freePort();
  const bucket = new S3rver({
    port,
    address: "127.0.0.1",
    silent: true,
    directory: place,
    configureBuckets: [{ name: "uploads", configs: [] }],
  });
  beforeAll(() => bucket.run());
  afterAll(async () => {
    await bucket.close().catch(() => {});
    rmSync(place, { recursive: true });
  });
  return {
    url: `s3://S3RVER:S3RVER@127.0.0.1:${port}/uploads?region=eu-west-1`,
    origin: `http://127.0.0.1:${port}`,
    folder: join(place, "uploads"),
  };
}
