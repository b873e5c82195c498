import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { register } from "tsx/esm/api";
import { namesToRemove } from "../nightly.js";
import { runCommand } from "./place.js";

/* `copy.js FILE KEPT` copies a night's backup to BACKUPS_URL, and removes the oldest ones there. */

await runCommand(async () => {
  const [file = "", kept = ""] = process.argv.slice(2);
  const name = basename(file);
  register();
  const { openDisk } = await import("../../app/files/disk.server");
  const store = await openDisk(process.env.BACKUPS_URL ?? "", 60 * 60 * 1000);
  // under another name until it is whole
  await store.putStream(`${name}.part`, createReadStream(file));
  await store.move(`${name}.part`, name);
  const { objects } = await store.listAll("/");
  const names = [...objects].map((object) => object.name);
  for (const old of namesToRemove(names, name, Number(kept))) await store.delete(old);
});
