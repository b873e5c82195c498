import type { ActionFunctionArgs } from "@remix-run/node";
import type { Importable } from "~/features/importables/importable.server";
import { screen, type Visit } from "~/http/screen.server";
import { importableAt, importableOf } from "../entities.server";

/** A loader or action of an import's screen, for users who may write the entity of the address. */
export const importScreen =
  <T>(work: (visit: Visit, importable: Importable) => Promise<T>) =>
  (args: Pick<ActionFunctionArgs, "request" | "params">): Promise<T> => {
    const importable = importableAt(args.request);
    return screen(importable ? [importable.entity.write] : [], (visit) =>
      work(visit, importableOf(args.request)),
    )(args);
  };
