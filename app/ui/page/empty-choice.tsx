import { type Entity, wordsOf } from "~/domain/entity";
import { permissionLabels } from "~/domain/permissions";
import { useHolds } from "./links";

/** The hint of a field without choices: what is missing, with the link to add it, or who may add it. */
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
