import { Empty } from "~/ui/page/page";

/** In place of a report, where the address asks for what none can show: why, and the way to the one that is shown of itself. */
export function RefusedReport({ path, refusal }: { path: string; refusal: string }) {
  return (
    <Empty title={refusal}>
      <p>
        صحح التصفية أو <a href={path}>اعرض التقرير الافتراضي</a>.
      </p>
    </Empty>
  );
}
