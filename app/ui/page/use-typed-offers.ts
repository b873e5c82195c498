import { useFetcher } from "@remix-run/react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import type { Offer } from "~/domain/offer";

export type Offers = Record<string, Offer<unknown>>;

/** After the last letter, in milliseconds. */
const delay = 300;

/**
 * The search for other choices as the user types: it sends the form as its button does, as a step of a form that posts, and as the
 * address of a list's filters, and takes `offers` from the answer.
 * @param name the field whose choices are searched
 * @param take gets the new choices, and the value that is chosen
 * @returns for the input of the search
 */
export function useTypedOffers(name: string, take: (offers: Offers, chosen: string) => void) {
  const { submit, data } = useFetcher<{ offers?: Offers }>();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const asked = useRef("");
  const chosenIn = (form: HTMLFormElement) => new FormData(form).getAll(name).join();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const form = input.current?.form;
    if (!data?.offers || !form) return;
    // The answer has the rows that were chosen when it was asked for.
    if (chosenIn(form) === asked.current) take(data.offers, asked.current);
    else onType();
  }, [data]);
  const onType = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const form = input.current?.form;
      if (!form) return;
      asked.current = chosenIn(form);
      const fields = new FormData(form);
      const isPost = form.method === "post";
      if (isPost) fields.set("intent", "offer");
      submit(fields, { method: isPost ? "post" : "get" });
    }, delay);
  };
  /** The arrow leads from the search to what it has found. */
  const onArrow = (event: KeyboardEvent) => {
    const select = input.current?.form?.elements.namedItem(name);
    if (event.key !== "ArrowDown" || !(select instanceof HTMLSelectElement)) return;
    event.preventDefault();
    select.focus();
    select.showPicker?.();
  };
  return { input, onType, onArrow };
}

/** The offer with its choices in another form. */
export const withChoices = <One, Other>(
  { choices, ...offer }: Offer<One>,
  toOther: (choice: One) => Other,
): Offer<Other> => ({ ...offer, choices: choices.map(toOther) });
