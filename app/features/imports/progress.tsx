import { useEffect, useState } from "react";

/** The progress of a running import, polled from the server. */
export function Progress({ id, total }: { id: number; total: number }) {
  const [{ progress, waiting }, setProgress] = useState({ progress: 0, waiting: false });
  useEffect(() => {
    const ask = async () => {
      const answer = await fetch(`/api/imports/${id}/progress`).catch(() => undefined);
      if (answer?.ok) setProgress(await answer.json());
    };
    const timer = setInterval(ask, 400);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <p className="occupancy" role="status">
      {waiting ? (
        <span>ينتظر دوره حتى ينتهي استيراد آخر</span>
      ) : (
        <span>
          كتب <bdi>{progress.toLocaleString("en-US")}</bdi> من <bdi>{total.toLocaleString("en-US")}</bdi>
        </span>
      )}
      <progress value={progress} max={total} aria-label="تقدم الاستيراد" />
    </p>
  );
}
