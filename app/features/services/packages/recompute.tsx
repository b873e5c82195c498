import { useLoaderData, useLocation } from "@remix-run/react";
import { db, transact } from "~/db/knex.server";
import { formatMoney } from "~/domain/money";
import { redirectWithFlash } from "~/http/flash.server";
import { idParam, refusable, screen } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { Money } from "~/ui/page/money";
import { integratedPackage } from "./package";
import { packages } from "./packages.server";

const { path, write } = integratedPackage;

export const loader = screen([write], ({ params }) => packages.find(db, idParam(params.id)));

/** The card's button posts here at once. The page below appears to users who open the address. */
export const action = screen([write], ({ params, url, user }) =>
  refusable("حدث خطأ", async () => {
    const { name, total_price, currency } = await transact(user, (trx) =>
      packages.update(trx, idParam(params.id), {}, { user }),
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
    />
  );
}
