import { countNoun } from "~/domain/count-words";
import { daysBetween } from "~/domain/dates";

export const nightCount = countNoun("ليلة واحدة", "ليلتان", "ليال", "ليلة");

/** The nights of a stay: between its days where they are known, else as its package has them. */
export const nightsOf = ({
  check_in,
  check_out,
  nights,
}: {
  check_in: string | null;
  check_out: string | null;
  nights: number;
}) => (check_in && check_out ? daysBetween(check_in, check_out) : nights);
