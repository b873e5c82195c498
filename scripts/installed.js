import { isInstalled } from "./prepare.js";

/* Preloaded by npm's commands: in a new clone, or after `git pull`, the imports of the command itself would fail. */

if (!isInstalled({ withTools: false })) {
  console.error("The packages of this version are not installed. Install them with:\n\n  npm ci\n");
  process.exit(1);
}
