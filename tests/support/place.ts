import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** A folder for a test file, gone after its last test; who knows a path in it may go there. */
export function usePlace(name: string) {
  const place = mkdtempSync(join(tmpdir(), `office-${name}-`));
  chmodSync(place, 0o711);
  afterAll(() => rmSync(place, { recursive: true }));
  return place;
}
