/** What `runInWorker` runs (vite.config.ts). */
declare module "*?thread" {
  const script: URL | string;
  export default script;
}
