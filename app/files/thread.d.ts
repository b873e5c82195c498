/** The script of a worker thread, as `runInWorker` takes it (vite.config.ts). */
declare module "*?thread" {
  const script: URL | string;
  export default script;
}
