import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteHotel, findHotel } from "./hotels.server";

const path = "/services/hotels";

export const loader = screen(["manage_services"], async ({ params }) => {
  const { name } = await findHotel(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_services"], ({ params, url }) =>
  refusable("فشل حذف الفندق", async () => {
    await transact((trx) => deleteHotel(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف الفندق");
  }),
);

export default function DeleteHotel() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف فندق"
      question={`هل أنت متأكد من حذف الفندق «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
