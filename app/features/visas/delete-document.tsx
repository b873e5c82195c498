import { useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { findDocument, removeDocument } from "./documents.server";
import { visa } from "./visa";

export const loader = screen([visa.write], ({ params }) =>
  findDocument(db, idParam(params.id), idParam(params.document)),
);

export const action = screen([visa.write], ({ params, url, user }) =>
  refusable("فشل حذف المستند", async () => {
    const id = idParam(params.id);
    await transact(user, (trx) => removeDocument(trx, id, idParam(params.document), { user }));
    return redirectWithFlash(`${visa.path}/${id}${url.search}`, "تم حذف المستند");
  }),
);

export default function DeleteDocument() {
  const { visa_id, given_name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف مستند"
      question={`هل أنت متأكد من حذف المستند «${given_name}»؟`}
      back={`${visa.path}/${visa_id}${useLocation().search}`}
    />
  );
}
