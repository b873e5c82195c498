import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { HasFailed, TellFault } from "~/first-page/drawn-rows";

/**
 * The HTML of a page. If it cannot be drawn, it is drawn once more with a guard around each row: guards take a tenth of the time of a
 * list's page.
 * @param tell takes the faults of rows, which the page names
 * @throws what the page throws though its rows are guarded
 */
export function drawPage(page: ReactNode, tell: (fault: unknown) => void) {
  const draw = (hasFailed: boolean) => {
    const faults: unknown[] = [];
    const html = renderToString(
      <HasFailed.Provider value={hasFailed}>
        <TellFault.Provider value={(fault) => faults.push(fault)}>{page}</TellFault.Provider>
      </HasFailed.Provider>,
    );
    faults.forEach(tell);
    return html;
  };
  try {
    return draw(false);
  } catch (fault) {
    const html = draw(true);
    tell(fault); // a guard knows the row alone
    return html;
  }
}
