import { Component, createContext, type ReactNode, Suspense, useContext } from "react";
import { faultWords, isRowFault, rowFaultOf } from "~/domain/row-fault";

/** Tells of a fault: on the server to the log (entry.server.tsx). */
export const TellFault = createContext<(fault: unknown) => void>((fault) => console.error(fault));

/** Whether the page could not be drawn: then it is drawn once more, with guards around rows (entry.server.tsx). */
export const HasFailed = createContext(false);

/** Whether each row has a guard of its own. Only HTML that stays HTML has them, since React would hydrate a guarded row later. */
export const AreGuarded = createContext(false);

type RowProps<Row> = {
  row: Row;
  draw: (row: Row) => ReactNode;
  /** Draws the words that stand in the place of a row that cannot be drawn. */
  instead: (words: string) => ReactNode;
};

/** The line of a table with these words. @param span the number of its columns */
export const lineOf = (span: number) => (words: string) => (
  <tr>
    <th scope="row" colSpan={span}>
      {words}
    </th>
  </tr>
);

/** The item of a list with these words. */
export const itemOf = (words: string) => <li className="card">{words}</li>;

/** Rows, each drawn by `children`. A row that cannot be drawn is named, and the others are there (docs/decisions/drawing.md). */
export const DrawnRows = <Row,>({
  rows,
  children,
  ...props
}: Pick<RowProps<Row>, "instead"> & { rows: Row[]; children: (row: Row, place: number) => ReactNode }) =>
  rows.map((row, place) => (
    <Boundary
      key={Object(row).id ?? `line ${place}`}
      row={row}
      draw={(known) => children(known, place)}
      {...props}
    />
  ));

/**
 * Keeps the faults of a row's components to the row. In the browser it is React's error boundary. React's server has none, but it
 * draws a `Suspense` whose content fails by its fallback.
 */
class Boundary<Row> extends Component<RowProps<Row>> {
  static contextType = AreGuarded;
  state = { isFaulty: false };

  static getDerivedStateFromError() {
    return { isFaulty: true };
  }

  render() {
    const row = <GuardedRow {...(this.props as RowProps<unknown>)} />;
    if (this.state.isFaulty) return <FaultLine {...this.props} />;
    if (!this.context) return row;
    return <Suspense fallback={<FaultLine {...this.props} isUntold />}>{row}</Suspense>;
  }
}

function GuardedRow({ row, draw, instead }: RowProps<unknown>) {
  const tell = useContext(TellFault);
  if (isRowFault(row)) return instead(faultWords(row));
  try {
    return draw(row);
  } catch (fault) {
    tell(fault);
    return <FaultLine row={row} instead={instead} />;
  }
}

/** @param isUntold React's server has swallowed the fault */
function FaultLine({
  row,
  instead,
  isUntold,
}: Pick<RowProps<never>, "instead"> & { row: unknown; isUntold?: boolean }) {
  const tell = useContext(TellFault);
  const fault = rowFaultOf(row);
  if (isUntold) tell(new Error(`A component of row ${fault.id} could not be drawn`));
  return instead(faultWords(fault));
}
