import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for a test file, deleted after its last test. Other users may enter it. */
export function usePlace(name: string) {
  const place = mkdtempSync(join(tmpdir(), `office-${name}-`));
  chmodSync(place, 0o711);
  afterAll(() => rmSync(place, { recursive: true }));
  return place;
}
