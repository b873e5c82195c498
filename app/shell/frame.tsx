import { useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/page/error-page";
import { Screens } from "./page-without-scripts";

/** Catches a screen's errors, so that the shell around it stays. */
export default Screens;

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
