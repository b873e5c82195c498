/** Preloaded into a child process: when its parent is killed, the child gets SIGTERM. */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
