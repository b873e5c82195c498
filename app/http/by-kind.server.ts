import type { ActionFunctionArgs } from "@remix-run/node";
import { asPage } from "./error-page.server";

type Action = (args: ActionFunctionArgs) => Promise<unknown>;

/**
 * Makes the action of a screen that several kinds share, such as banks and cash boxes: the address says which kind's action runs.
 * @param kindOf throws DomainError not_found for an address without a kind
 */
export const actionsByKind =
  <Kind extends string>(kinds: readonly Kind[], kindOf: (params: ActionFunctionArgs["params"]) => Kind) =>
  (actionOf: (kind: Kind) => Action): Action => {
    const actions = new Map(kinds.map((kind) => [kind, actionOf(kind)]));
    return async (args) => {
      try {
        return await actions.get(kindOf(args.params))?.(args);
      } catch (error) {
        throw await asPage(args.request, error);
      }
    };
  };
