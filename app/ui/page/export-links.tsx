const formats = { xlsx: "Excel", csv: "CSV" };

/** Export links at a list's foot, with their caption. */
export function ExportFoot(list: { path: string; search?: string }) {
  return (
    <p className="export">
      تصدير ما تعرضه القائمة: <ExportLinks {...list} />
    </p>
  );
}

/**
 * Links that export a list as files, with its present filters.
 * @param path the list's; its files lie at `export/xlsx` and `export/csv` below (http/sheets.server)
 * @param search the list's query string
 */
export function ExportLinks({ path, search = "" }: { path: string; search?: string }) {
  return Object.entries(formats).map(([format, name]) => (
    <a key={format} className="button" href={`${path}/export/${format}${search}`} download="" lang="en">
      {name}
    </a>
  ));
}
