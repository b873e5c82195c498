import type { ActionFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { deletionOf } from "~/http/entity-screens.server";
import { idParam } from "~/http/screen.server";
import { DeleteDialog } from "~/ui/dialog/dialog";
import { stagesOfPlan } from "../plan";
import { planStages } from "../plan-stages.server";

const deletion = ({ params: { plan } }: ActionFunctionArgs) =>
  deletionOf(
    stagesOfPlan(plan ?? ""),
    planStages(() => idParam(plan)),
  );

export const loader = (args: ActionFunctionArgs) => deletion(args).loader(args);
export const action = (args: ActionFunctionArgs) => deletion(args).action(args);

export default function DeletePlanStage() {
  const stage = useLoaderData<typeof loader>();
  return <DeleteDialog of={stagesOfPlan(stage.plan_id)} row={stage} />;
}
