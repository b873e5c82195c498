import type { ActionFunctionArgs } from "@remix-run/node";
import { asPage } from "./screen.server";

type Action = (args: ActionFunctionArgs) => Promise<unknown>;

/**
 * For screens that several kinds of one thing share, such as banks and cash boxes: makes an action of each kind's, and
 * takes the one of the kind that the address names.
 * @param kindOf throws DomainError not_found where the address names none
 */
export const actionsByKind =
  <Kind extends string>(kinds: readonly Kind[], kindOf: (params: ActionFunctionArgs["params"]) => Kind) =>
  (actionOf: (kind: Kind) => Action): Action => {
    const actions = new Map(kinds.map((kind) => [kind, actionOf(kind)]));
    return async (args) => {
      try {
        return await actions.get(kindOf(args.params))?.(args);
      } catch (error) {
        throw asPage(args.request, error);
      }
    };
  };
