import { type FirstSteps as Done, firstSteps } from "~/shell/first-step";
import { useHolds } from "~/ui/page/links";

/** The steps up to the first receipt, each with its link; nothing once there is one. */
export function FirstSteps({ done }: { done: Done | null }) {
  const count = firstSteps.filter(({ name }) => done?.[name]).length;
  if (!done || done.receipt) return null;
  return (
    <section className="sheet-card">
      <h2>خطوات البدء</h2>
      <p className="mb-3">
        الطريق إلى أول سند قبض: تم <bdi>{count}</bdi> من <bdi>{firstSteps.length}</bdi>.
      </p>
      <ol className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
        {firstSteps.map((step) => (
          <FirstStep key={step.name} {...step} isDone={done[step.name]} />
        ))}
      </ol>
    </section>
  );
}

function FirstStep({
  label,
  why,
  href,
  permission,
  isDone,
}: (typeof firstSteps)[number] & { isDone: boolean }) {
  const mayOpen = useHolds(permission);
  return (
    <li className="flex items-start gap-2.5">
      <span
        className={`mt-0.5 grid size-5.5 shrink-0 place-items-center rounded-full border text-sm ${isDone ? "border-green-2 bg-green-2 text-white" : "border-gold"}`}
        role="img"
        aria-label={isDone ? "تم" : "لم يتم بعد"}
      >
        {isDone && "✓"}
      </span>
      <span>
        {mayOpen ? (
          <a className="font-medium underline underline-offset-3" href={href}>
            {label}
          </a>
        ) : (
          <span className="font-medium">{label}</span>
        )}
        <small className="block text-muted">{why}</small>
      </span>
    </li>
  );
}
