import { openDemo } from "./open-demo.js";
import { build, install } from "./prepare.js";

install();
build();
await openDemo();

// Imported only now, since in a fresh clone its packages were missing before.
await import("./start.js");
