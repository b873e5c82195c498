import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { quote } from "~/domain/nouns";
import { idParam, screen } from "~/http/screen.server";
import { ExportFoot } from "~/ui/page/export-links";
import { AuditLogLink, ButtonLink, editAndDelete, NewLink } from "~/ui/page/links";
import { Empty, Page } from "~/ui/page/page";
import { Table } from "~/ui/page/table";
import { plan, planTypeLabels, stagesOfPlan } from "../plan";
import { plans } from "../plans.server";

export const meta = () => [{ title: "مراحل الخطة · خطط الرحلات" }];

export const loader = screen([plan.write], ({ params }) => plans.find(db, idParam(params.plan)));

export default function PlanStages() {
  const { id, name, type, stages } = useLoaderData<typeof loader>();
  const entity = stagesOfPlan(id);
  const dialogs = { ...entity, path: `${entity.path}/stages` };
  const { labels } = entity;
  return (
    <Page
      title={`مراحل الخطة ${quote(name)}`}
      lead={planTypeLabels[type]}
      actions={
        <>
          <NewLink to={dialogs} />
          <ButtonLink href={plan.path}>رجوع</ButtonLink>
          <AuditLogLink of={plan} id={id} />
        </>
      }
    >
      <p className="mb-4 text-muted">
        تنسخ هذه المراحل إلى كل رحلة تنشأ من الخطة؛ وما يعدل هنا لا يغير رحلة أنشئت من قبل.
      </p>
      {stages.length ? (
        <>
          <Table
            of={entity}
            rows={stages}
            columns={[
              { label: labels.name, cell: ({ name }) => name },
              {
                label: labels.day,
                cell: ({ day_offset }) => (
                  <span>
                    اليوم <bdi>{day_offset + 1}</bdi>
                  </span>
                ),
              },
              { label: labels.default_time, kind: "code", cell: ({ default_time }) => default_time },
            ]}
            actions={editAndDelete(dialogs)}
          />
          <ExportFoot path={entity.path} />
        </>
      ) : (
        <Empty title="لا توجد مراحل بعد">
          <p>أضف ما تمر به الرحلة: السفر والإحرام والمناسك والزيارة والعودة، كلٌّ بيومه ووقته.</p>
        </Empty>
      )}
    </Page>
  );
}
