import { useLocation, useResolvedPath, useRouteError } from "@remix-run/react";
import { Dialog } from "~/ui/dialog/dialog";
import { errorMessage, RequestNumber } from "~/ui/page/error-page";
import { ForeignForm } from "~/ui/page/foreign-form";
import { RefusedForm } from "~/ui/page/refused-form";
import { Refusal } from "~/ui/page/sentence";
import { Screens, WithoutScriptsAfterFault } from "./page-without-scripts";

/** Stands between a list and its dialogs. If a dialog fails, the list stays, and a message over it says why (spec §8). */
export default Screens;

export function ErrorBoundary() {
  const { status, heading, sentence, request, foreign, typed } = errorMessage(useRouteError());
  const list = useResolvedPath(".").pathname + useLocation().search;
  return (
    <WithoutScriptsAfterFault>
      <Dialog title={status === 404 ? "السجل غير موجود" : heading} back={list} narrow>
        <Refusal text={sentence} />
        {typed && <RefusedForm typed={typed} canBeSent={status !== 404} />}
        <RequestNumber request={request} />
        {foreign && <ForeignForm of={foreign} />}
        <div className="form-actions">
          <a className="button" href={list} data-stay="">
            العودة إلى القائمة
          </a>
        </div>
      </Dialog>
    </WithoutScriptsAfterFault>
  );
}
