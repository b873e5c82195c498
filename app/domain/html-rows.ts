/**
 * The rows of a list on a page that carries them as HTML alone (docs/decisions/drawing.md). The framework sends the browser an
 * object's public values, so it gets the length without the rows.
 */
export class HtmlRows<Row> {
  readonly isHtml = true;
  readonly length: number;
  #rows: Row[];

  constructor(rows: Row[]) {
    this.#rows = rows;
    this.length = rows.length;
  }

  /** The rows, on the server; undefined in the browser, whose object is a plain one. */
  static read<Row>(rows: Rows<Row>) {
    if (Array.isArray(rows)) return rows;
    return rows instanceof HtmlRows ? (rows.#rows as Row[]) : undefined;
  }
}

/** The rows of a list's screen: in a page HTML, in a page's data an array. */
export type Rows<Row> = Row[] | Pick<HtmlRows<Row>, "isHtml" | "length">;

/** A row of the list that a loader reads. */
export type RowOf<Loader extends (...args: never) => Promise<{ rows: Rows<unknown> }>> =
  Awaited<ReturnType<Loader>>["rows"] extends Rows<infer Row> ? Row : never;
