import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { entityAt } from "./entities.server";

/** The question before a row of an ordinary entity is deleted. Entities with a longer question have a module of their own. */
const deletionAt = ({ request }: { request: Request }) => {
  const { entity, store, deletion } = entityAt(request, "/:id/delete");
  return { entity, deletion, ...deletionOf(entity, store) };
};

export const loader = async (args: LoaderFunctionArgs) => {
  const { entity, deletion, loader } = deletionAt(args);
  const { table, noun, path } = entity;
  const row = (await loader(args)) as object;
  return { row, of: { table, noun, path }, detail: deletion?.(row) };
};

export const action = (args: ActionFunctionArgs) => deletionAt(args).action(args);

export default function Delete() {
  const { detail, ...deletion } = useLoaderData<typeof loader>();
  return <DeleteDialog {...deletion} detail={detail && <p>{detail}</p>} />;
}
