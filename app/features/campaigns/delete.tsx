import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { deleteCampaign, findCampaign } from "./campaigns.server";

const path = "/campaigns";

export const loader = screen(["manage_campaigns"], async ({ params }) => {
  const { name } = await findCampaign(db, idParam(params.id));
  return { name };
});

export const action = screen(["manage_campaigns"], ({ params, url }) =>
  refusable("فشل حذف الحملة", async () => {
    await transact((trx) => deleteCampaign(trx, idParam(params.id)));
    return redirectWithFlash(path + url.search, "تم حذف الحملة");
  }),
);

export default function DeleteCampaign() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف حملة"
      question={`هل أنت متأكد من حذف الحملة «${name}»؟`}
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
