/** The text of a script that stands within pages (vite.config.ts). */
declare module "*?script" {
  const source: string;
  export default source;
}
