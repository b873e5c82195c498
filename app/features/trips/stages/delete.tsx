import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { quote } from "~/domain/nouns";
import { deletionOf } from "~/http/entity-screens.server";
import { idParam } from "~/http/screen.server";
import { ConfirmDialog } from "~/ui/dialog/dialog";
import { stagesOf } from "../stage";
import { stages } from "../stages.server";

const deletion = ({ params: { trip } }: ActionFunctionArgs) =>
  deletionOf(
    stagesOf(trip),
    stages(() => idParam(trip)),
  );

export const loader = (args: ActionFunctionArgs) => deletion(args).loader(args);
export const action = (args: ActionFunctionArgs) => deletion(args).action(args);

export default function DeleteStage() {
  const { trip_id, name, date, time } = useLoaderData<typeof loader>();
  return (
    <ConfirmDialog
      title="حذف المرحلة نهائيًا"
      question={`هل تريد حذف المرحلة ${quote(name)} نهائيًا؟`}
      detail={
        <p className="text-muted">
          موعدها <bdi dir="ltr">{`${date} ${time}`}</bdi>. لا يمكن التراجع عن الحذف.
        </p>
      }
      button="حذف نهائي"
      back={stagesOf(trip_id).path}
    />
  );
}
