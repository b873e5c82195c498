import type { ActionFunctionArgs } from "@remix-run/node";
import type { Importable } from "~/features/importables/importable.server";
import { type Sent, screen } from "~/http/screen.server";
import type { Visit } from "~/http/visit";
import { importableAt, importableOf } from "../entities.server";

/**
 * A loader or action of an import's screen, for users who may write the entity of the address.
 * @param sent what an action is sent, as of `screen`
 */
export const importScreen =
  <T>(work: (visit: Visit, importable: Importable) => Promise<T>, sent?: Sent) =>
  (args: Pick<ActionFunctionArgs, "request" | "params">): Promise<T> => {
    const importable = importableAt(args.request);
    const act = (visit: Visit) => work(visit, importableOf(args.request));
    return screen(importable ? [importable.entity.write] : [], act, sent)(args);
  };
