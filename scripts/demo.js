import { openDemo } from "./open-demo.js";
import { build, install } from "./prepare.js";

install();
build();
await openDemo();

// Only now: in a fresh clone its packages were not there before.
await import("./start.js");
