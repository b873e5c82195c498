import { useLocation } from "@remix-run/react";
import type { GroupGaps } from "~/features/journey/gaps.server";
import { useHolds } from "~/ui/page/links";
import { Sentence } from "~/ui/page/sentence";
import { group } from "./group";

/** The nights on which groups have no bed, and the stages that leave a hotel too early or too late. @param isNamed whether to name each group @param more groups that are not named */
export function GapsNotice({
  groups,
  isNamed,
  more = 0,
}: {
  groups: GroupGaps[];
  isNamed?: boolean;
  more?: number;
}) {
  const mayMend = useHolds(group.write);
  const { pathname } = useLocation();
  if (!groups.length) return null;
  return (
    <section className="notice info mb-4" role="note">
      <h2 className="font-semibold">ليالٍ بلا سكن، وتنقلات في غير يومها</h2>
      <ul>
        {groups.flatMap(({ id, name, lines }) =>
          lines.map(({ text, href, label }) => (
            <li key={`${id} ${text}`}>
              {isNamed && `${name}: `}
              <Sentence text={text} />{" "}
              {mayMend && href !== pathname && (
                <a className="underline" href={href}>
                  {label}
                </a>
              )}
            </li>
          )),
        )}
        {more > 0 && <li>ومثلها مجموعات أخرى: {more}.</li>}
      </ul>
    </section>
  );
}
