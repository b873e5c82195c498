import { useLocation } from "@remix-run/react";
import type { Span } from "../period";

/** The query of this screen, and the one that names its period alone. */
export function useSearchOf(span?: Span) {
  const { search } = useLocation();
  return { search, period: span ? `?from=${span.from}&to=${span.to}` : "" };
}
