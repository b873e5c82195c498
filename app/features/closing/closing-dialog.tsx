import type { ReactNode } from "react";
import { Dialog } from "~/ui/dialog/dialog";
import { OfficeForm, usePlainForm } from "~/ui/form/form";
import { Fact } from "~/ui/page/page";
import { closing } from "./closing";
import type { deciding } from "./decision.server";

type Loaded = Awaited<ReturnType<ReturnType<typeof deciding>["loader"]>>;

export const useClosingForm = (loaded: Loaded) => ({
  ...usePlainForm("closing", closing.labels, { constraint: loaded.constraint }),
  loaded,
});

/** The dialog that closes or reopens a period, over the list of decisions. */
export function ClosingDialog({
  title,
  save,
  form: { form, loaded },
  children,
}: {
  title: string;
  save: string;
  form: ReturnType<typeof useClosingForm>;
  children: ReactNode;
}) {
  const { last, idempotencyKey } = loaded;
  return (
    <Dialog title={title} back={closing.path} narrow>
      <OfficeForm
        form={form}
        labels={closing.labels}
        back={closing.path}
        save={save}
        idempotencyKey={idempotencyKey}
        updatedAt={last?.created_at}
      >
        <dl className="facts mb-3">
          <Fact label="المقفل الآن">
            {last?.closed_until ? (
              <>
                حتى <bdi dir="ltr">{last.closed_until}</bdi>
              </>
            ) : (
              "لا شيء"
            )}
          </Fact>
        </dl>
        <div className="fields">{children}</div>
      </OfficeForm>
    </Dialog>
  );
}
