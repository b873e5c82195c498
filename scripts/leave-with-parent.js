/** Preloaded into a child process: when its parent is killed, the child is asked to leave as any signal would ask it. */
process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
