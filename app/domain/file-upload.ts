/** The largest uploaded file, in bytes (rulings §4). */
export const largestFile = 10 * 1024 * 1024;

/** A file in the store that a row will name. */
export type StoredFile = {
  folder: string;
  name: string;
  /** A hash of the bytes, the same for a file that is sent again. */
  hash: string;
};
