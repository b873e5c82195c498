import { useEffect, useState } from "react";
import { answerOf } from "~/ui/page/post";

/**
 * What a call of the office answers, as something to show beside a form that works without it.
 * @param address read again when it changes; null reads nothing
 * @returns undefined until the answer is there, and where the call fails
 */
export function useAnswer<Body>(address: string | null): Body | undefined {
  const [read, setRead] = useState<{ address: string; body: Body }>();
  useEffect(() => {
    if (!address) return;
    let isPresent = true;
    answerOf<Body>(address).then((body) => {
      if (body && isPresent) setRead({ address, body });
    });
    return () => {
      isPresent = false;
    };
  }, [address]);
  return read?.address === address ? read.body : undefined;
}
