/* What the server, which removes files, and a backup, which keeps them, must agree on. */

/** Where the names of stored files stand, by folder: table and column. */
export const fileColumns = /** @type {const} */ ({
  customers: [["customers", "image"]],
  logo: [["company_info", "logo"]],
  papers: [
    ["customer_papers", "file_name"],
    ["group_upload_files", "file_name"],
  ],
  visas: [
    ["visas", "document"],
    ["visa_documents", "file_name"],
    ["group_upload_files", "file_name"],
  ],
});

/** The advisory lock that a backup holds alone and whoever removes a file must be able to share (docs/decisions/backup.md). */
export const filesLock = 20_260_103;
