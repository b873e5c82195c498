/* The server removes files and a backup keeps them, so both read these names here. */

/** The columns that hold the names of stored files, by the files' folder. */
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

/**
 * The advisory lock of stored files: a backup holds it alone, and every removal of a file shares it (docs/decisions/backup.md).
 */
export const filesLock = 20_260_103;
