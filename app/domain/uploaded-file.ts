/** The largest that is taken, in bytes (rulings §4). */
export const largestFile = 10 * 1024 * 1024;

/** A file in the store, for a row that is to name it. */
export type StoredFile = {
  folder: string;
  name: string;
  /** Of its bytes: the same file sent again has the same. */
  hash: string;
};
