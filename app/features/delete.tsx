import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { entityAt } from "./entities.server";

/** The question before a row of an ordinary entity is deleted; what says more has a module of its own. */
const deletionAt = ({ request }: { request: Request }) => {
  const { entity, store } = entityAt(request, "/:id/delete");
  return { entity, ...deletionOf(entity, store) };
};

export const loader = async (args: LoaderFunctionArgs) => {
  const { entity, loader } = deletionAt(args);
  const { table, noun, path } = entity;
  return { row: (await loader(args)) as object, of: { table, noun, path } };
};

export const action = (args: ActionFunctionArgs) => deletionAt(args).action(args);

export default function Delete() {
  return <DeleteDialog {...useLoaderData<typeof loader>()} />;
}
