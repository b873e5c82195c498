/** A file in the store, for a row that is to name it. */
export type StoredFile = {
  folder: string;
  name: string;
  /** Of its bytes: the same file sent again has the same. */
  hash: string;
};
