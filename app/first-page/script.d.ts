/** A script that stands within pages, from vite.config.ts. */
declare module "*?script" {
  /** Its text, as short as possible. */
  export const source: string;
  /** The address of a file with the same text. */
  export const file: string;
}
