import { type Entity, wordsOf } from "~/domain/entity";
import { permissionLabels } from "~/domain/permissions";
import { useHolds } from "./links";

/** Said at a field that has nothing to choose from: what is lacking, and the way to add it, or whose work that is. */
export function MissingChoice({ of }: { of: Pick<Entity, "table" | "noun" | "path" | "write"> }) {
  const { a, some, people } = wordsOf(of);
  const mayAdd = useHolds(of.write);
  return (
    <>
      {people ? `لا يوجد ${some} متاحون` : `لا توجد ${some} متاحة`}:{" "}
      {mayAdd ? (
        <a href={`${of.path}/new`}>إضافة {a}</a>
      ) : (
        `الإضافة لمن له صلاحية «${permissionLabels[of.write]}»`
      )}
    </>
  );
}
