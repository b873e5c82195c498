import { type ComponentProps, useState } from "react";
import { dayInWords } from "~/domain/hijri";
import { Sentence } from "./sentence";

/**
 * An input of a date and the day in words beside it: a browser whose menus are English takes the first number for the month, and says
 * nothing. With scripts the words follow what is typed.
 * @param wordsOf makes the words
 */
export function useDayInWords(first: unknown, wordsOf = dayInWords) {
  const [date, setDate] = useState(String(first ?? ""));
  return {
    words: wordsOf(date),
    // Not onChange, which React keeps to itself where a script has set the value (a passport that was read).
    onInput: (event: React.FormEvent<HTMLInputElement>) => setDate(event.currentTarget.value),
  };
}

/** An input of a date, with the day in words below. */
export function DateInput(input: Omit<ComponentProps<"input">, "type" | "onInput">) {
  const { words, onInput } = useDayInWords(input.value ?? input.defaultValue);
  return (
    <>
      <input type="date" {...input} onInput={onInput} />
      {words && (
        <small className="day-in-words">
          <Sentence text={words} />
        </small>
      )}
    </>
  );
}
