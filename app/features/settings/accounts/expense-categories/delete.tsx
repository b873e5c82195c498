import { useLoaderData } from "@remix-run/react";
import { removing } from "~/http/entity-screens.server";
import { DeleteDialog } from "~/ui/dialog";
import { categories } from "./categories.server";
import { category } from "./category";

const deletion = removing(category, categories);

export const loader = deletion.loader;
export const action = deletion.action;

export default function DeleteCategory() {
  return <DeleteDialog of={category} row={useLoaderData<typeof loader>()} />;
}
