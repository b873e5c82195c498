import { useEffect, useState } from "react";
import { answerOf } from "./post";

/**
 * The progress of work on the server, polled from a call that answers {progress, waiting}.
 * @param did «كتب»
 */
export function Progress({
  address,
  total,
  did,
  label,
}: {
  address: string;
  total: number;
  did: string;
  label: string;
}) {
  const [{ progress, waiting }, setProgress] = useState({ progress: 0, waiting: false });
  useEffect(() => {
    const ask = async () => {
      const answer = await answerOf<{ progress: number; waiting: boolean }>(address);
      if (answer) setProgress(answer);
    };
    const timer = setInterval(ask, 400);
    return () => clearInterval(timer);
  }, [address]);
  return (
    <p className="occupancy" role="status">
      {waiting ? (
        <span>ينتظر دوره حتى ينتهي استيراد آخر</span>
      ) : (
        <span>
          {did} <bdi>{progress.toLocaleString("en-US")}</bdi> من <bdi>{total.toLocaleString("en-US")}</bdi>
        </span>
      )}
      <progress value={progress} max={total} aria-label={label} />
    </p>
  );
}
