import { Empty } from "~/ui/page/page";

/** Stands in place of a report whose address has an invalid period: the reason, and a link to the default one. */
export function RefusedReport({ path, refusal }: { path: string; refusal: string }) {
  return (
    <Empty title={refusal}>
      <p>
        صحح التصفية أو <a href={path}>اعرض التقرير الافتراضي</a>.
      </p>
    </Empty>
  );
}
