import { createContext, useContext } from "react";
import { searchNameOf } from "~/domain/offer";

/** The field of the search that a form's step has made: without scripts the page comes anew, and shows what was found. */
export const SearchedContext = createContext<string | undefined>(undefined);

/** Whether a field has the focus when its form opens, and not where it was answered. @param own whether it is the form's first field */
export function useAutoFocus(field: string, own?: boolean) {
  const searched = useContext(SearchedContext);
  return searched === undefined ? own : searched === field || searched === `${searchNameOf(field)}_query`;
}
