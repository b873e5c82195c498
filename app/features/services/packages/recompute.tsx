import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog";
import { formatMoney, Money } from "~/ui/money";
import { findPackage, updatePackage } from "./packages.server";

const path = "/services/packages";

export const loader = screen(["manage_services"], async ({ params }) => {
  const { name, total_price, current_price, currency } = await findPackage(db, idParam(params.id));
  return { name, total_price, current_price, currency };
});

/** The card's button posts here at once; the page below is for whoever comes by the address. */
export const action = screen(["manage_services"], ({ params, url }) =>
  refusable("حدث خطأ", async () => {
    const { name, total_price, currency } = await transact((trx) =>
      updatePackage(trx, idParam(params.id), {}),
    );
    return redirectWithFlash(
      path + url.search,
      `أعيد حساب الباقة «${name}»: سعرها الآن ${formatMoney(total_price, currency)}`,
    );
  }),
);

export default function RecomputePackage() {
  const { name, total_price, current_price, currency } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="إعادة حساب السعر"
      question={`هل تريد إعادة حساب سعر الباقة «${name}» بأسعار اليوم؟`}
      detail={
        <p className="mt-2 text-muted">
          السعر المحفوظ <Money amount={total_price} currency={currency} />، وبأسعار اليوم{" "}
          <Money amount={current_price} currency={currency} />. العقود الموقعة تبقى بسعرها.
        </p>
      }
      button="إعادة الحساب"
      tone="primary"
      back={path + useLocation().search}
      refusal={useActionData<typeof action>()?.refusal}
    />
  );
}
