import { useState } from "react";
import type { Currency } from "~/features/currencies/currency";
import { storedRate } from "~/features/money/rate";
import { useExchange } from "~/features/money/use-exchange";
import type { Settleable } from "../payments/settleable";
import { proposed, type Source } from "./source";

type FirstValues = Partial<Record<"source" | "target" | "amount" | "exchange_rate" | "rate_shown", string>>;

/**
 * The values that the form shows of source, target and amount. An amount that nobody typed follows what is chosen. The first render, with or
 * without JavaScript, shows the server's values.
 */
export function useTerms(
  first: FirstValues,
  { sources, targets, currencies }: { sources: Source[]; targets: Settleable[]; currencies: Currency[] },
) {
  const [sourceName, setSource] = useState(first.source ?? "");
  const [targetId, setTarget] = useState(first.target ?? "");
  const [amount, setAmount] = useState(first.amount ?? "");
  const sourceNamed = (wanted: string) => sources.find(({ name }) => name === wanted);
  const targetOf = (wanted: string) => targets.find(({ id }) => String(id) === wanted);
  const source = sourceNamed(sourceName);
  const target = targetOf(targetId);
  const [from, to] = [source, target].map((one) => currencies.find(({ code }) => code === one?.code));
  const exchange = useExchange(
    { rate: first.exchange_rate, rate_shown: first.rate_shown },
    { from, to, rateNow: from && to && storedRate(from, to), amount },
  );
  const choose = (nextSource: string, nextTarget: string) => {
    const isTyped = amount !== "" && amount !== proposed(currencies, source, target);
    setSource(nextSource);
    setTarget(nextTarget);
    if (!isTyped) setAmount(proposed(currencies, sourceNamed(nextSource), targetOf(nextTarget)));
  };
  return {
    source: sourceName,
    target: targetId,
    amount,
    setAmount,
    exchange,
    chooseSource: (name: string) => choose(name, targetId),
    chooseTarget: (id: string) => choose(sourceName, id),
  };
}
