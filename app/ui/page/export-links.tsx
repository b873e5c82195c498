const formats = { xlsx: "Excel", csv: "CSV" };

/** The same at a list's foot, with what it is. */
export function ExportFoot(list: { path: string; search?: string }) {
  return (
    <p className="export">
      تصدير ما تعرضه القائمة: <ExportLinks {...list} />
    </p>
  );
}

/**
 * A list as files for a spreadsheet, with exactly what its filters show.
 * @param path the list's; its files lie at `export/xlsx` and `export/csv` below (http/sheets.server)
 * @param search the list's query
 */
export function ExportLinks({ path, search = "" }: { path: string; search?: string }) {
  return Object.entries(formats).map(([format, name]) => (
    <a key={format} className="button" href={`${path}/export/${format}${search}`} download="">
      {name}
    </a>
  ));
}
