import type { ReactNode } from "react";
import { Badge } from "~/ui/page/page";
import { priorities, sampleActivities, sampleTasks } from "./samples";

export const SampleActivities = () => (
  <SampleCard title="أحدث الأنشطة">
    {sampleActivities.map(({ what, who, when }) => (
      <li key={what} className="flex flex-wrap justify-between gap-x-3 py-2">
        <span>
          {what} <small className="text-muted">{who}</small>
        </span>
        <small className="text-muted">{when}</small>
      </li>
    ))}
  </SampleCard>
);

export const SampleTasks = () => (
  <SampleCard title="المهام القادمة">
    {sampleTasks.map(({ what, due, priority }) => {
      const { label, tone } = priority
        ? priorities[priority]
        : { label: "غير محددة", tone: "plain" as const };
      return (
        <li key={what} className="flex flex-wrap items-center justify-between gap-x-3 py-2">
          <span>
            {what} <small className="text-muted">{due}</small>
          </span>
          <Badge tone={tone}>{label}</Badge>
        </li>
      );
    })}
  </SampleCard>
);

/** The button does nothing, since the samples have no pages (spec §2). */
const SampleCard = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="sheet-card">
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <h2 className="mb-0!">{title}</h2>
      <Badge tone="plain">بيانات نموذجية</Badge>
      <button className="button ms-auto" type="button" disabled>
        عرض الكل
      </button>
    </div>
    <ul className="divide-y divide-line">{children}</ul>
  </section>
);
