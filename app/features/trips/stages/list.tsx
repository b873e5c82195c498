import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { quoted } from "~/domain/nouns";
import { idParam, screen } from "~/http/screen.server";
import { ExportFoot } from "~/ui/export-links";
import { EditLink, NewLink } from "~/ui/links";
import { Empty, Page } from "~/ui/page";
import { trip } from "../management/trip";
import { trips } from "../management/trips.server";
import { stagesOf } from "./stage";
import { stages } from "./stages.server";
import { Timeline } from "./timeline";

export const meta = () => [{ title: "مراحل الرحلة · إدارة الرحلات" }];

export const loader = screen([trip.write], async ({ params }) => {
  const found = await trips.find(db, idParam(params.trip));
  return { trip: found, stages: await stages(() => found.id).list() };
});

export default function Stages() {
  const { trip: of, stages } = useLoaderData<typeof loader>();
  const entity = stagesOf(of.id);
  return (
    <Page
      title={`مراحل الرحلة ${quoted(of.name)}`}
      lead={
        <>
          من <bdi dir="ltr">{of.start_date}</bdi> إلى <bdi dir="ltr">{of.end_date}</bdi>
        </>
      }
      actions={
        <>
          <NewLink to={entity} />
          <a className="button" href={`${trip.path}/${of.id}`}>
            صفحة الرحلة
          </a>
          <a className="button" href={trip.path}>
            رجوع
          </a>
        </>
      }
    >
      {stages.length ? (
        <>
          <Timeline
            stages={stages}
            trip={of}
            actions={({ id }) => (
              <>
                <EditLink to={entity} id={id} />
                <a className="danger" href={`${entity.path}/${id}/delete`} data-stay="">
                  حذف
                </a>
              </>
            )}
          />
          <ExportFoot path={entity.path} />
        </>
      ) : (
        <Empty title="لا توجد مراحل بعد">
          <p>أضف مراحل الرحلة بتواريخها وأوقاتها، أو أنشئ الرحلة القادمة من خطة فتأتي بمراحلها.</p>
        </Empty>
      )}
    </Page>
  );
}
