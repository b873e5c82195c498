import { useEffect, useState } from "react";

/** How far an import has come, asked of the server while it is under way. */
export function Progress({ id, total }: { id: number; total: number }) {
  const [done, setDone] = useState(0);
  useEffect(() => {
    const ask = async () => {
      const answer = await fetch(`/api/imports/${id}/progress`).catch(() => undefined);
      if (answer?.ok) setDone((await answer.json()).progress);
    };
    const timer = setInterval(ask, 400);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <p className="occupancy" role="status">
      <span>
        كتب <bdi>{done.toLocaleString("en-US")}</bdi> من <bdi>{total.toLocaleString("en-US")}</bdi>
      </span>
      <progress value={done} max={total} aria-label="تقدم الاستيراد" />
    </p>
  );
}
