/**
 * A value that a page carries as HTML alone (docs/decisions/drawing.md). The framework sends the browser an object's public values, so
 * it does not get this one.
 */
export class HtmlOnly<Value> {
  readonly isHtml = true;
  #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** The value, on the server; undefined in the browser, whose object is a plain one. */
  static read<Value>(value: InHtml<Value>) {
    if (value instanceof HtmlOnly) return value.#value as Value;
    return isHtmlOnly(value) ? undefined : value;
  }
}

/** Rows or choices as HTML alone, with their number. */
export class HtmlList<Item> extends HtmlOnly<Item[]> {
  readonly length: number;

  constructor(items: Item[]) {
    super(items);
    this.length = items.length;
  }
}

type HtmlMark = Pick<HtmlOnly<unknown>, "isHtml">;

/** A value that is HTML alone in a page, and itself in a page's data. */
export type InHtml<Value> = Value | HtmlMark;

/** The rows of a list's screen. */
export type Rows<Row> = Row[] | Pick<HtmlList<Row>, "isHtml" | "length">;

export const isHtmlOnly = (value: unknown): value is HtmlMark =>
  typeof value === "object" && value !== null && "isHtml" in value;

/** A row of the list that a loader reads. */
export type RowOf<Loader extends (...args: never) => Promise<{ rows: Rows<unknown> }>> =
  Awaited<ReturnType<Loader>>["rows"] extends Rows<infer Row> ? Row : never;
