import { useLoaderData } from "@remix-run/react";
import { db } from "~/db/knex.server";
import { dayOf, hijri } from "~/domain/hijri";
import { quote } from "~/domain/nouns";
import { idParam, screen } from "~/http/screen.server";
import { DayText } from "~/ui/page/day";
import { ExportFoot } from "~/ui/page/export-links";
import { ButtonLink, EditLink, NewLink } from "~/ui/page/links";
import { Empty, Page } from "~/ui/page/page";
import { orderOf, stagesOf } from "../stage";
import { stages } from "../stages.server";
import { Timeline } from "../timeline";
import { trip } from "../trip";
import { trips } from "../trips.server";

export const meta = () => [{ title: "مراحل الرحلة · إدارة الرحلات" }];

export const loader = screen([trip.write], async ({ params }) => {
  const tripRow = await trips.find(db, idParam(params.trip));
  const all = await stages(() => tripRow.id).list();
  return {
    trip: tripRow,
    days: { start: dayOf(tripRow.start_date), end: dayOf(tripRow.end_date) },
    stages: all.map((stage) => ({ ...stage, hijri: hijri(stage.date) })),
  };
});

export default function Stages() {
  const { trip: of, days, stages } = useLoaderData<typeof loader>();
  const entity = stagesOf(of.id);
  return (
    <Page
      title={`مراحل الرحلة ${quote(of.name)}`}
      lead={
        <>
          من <DayText {...days.start} /> إلى <DayText {...days.end} />
        </>
      }
      actions={
        <>
          <NewLink to={entity} />
          <ButtonLink href={`${trip.path}/${of.id}`}>صفحة الرحلة</ButtonLink>
          <ButtonLink href={trip.path}>رجوع</ButtonLink>
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
                <a href={orderOf(id)}>أمر التشغيل</a>
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
