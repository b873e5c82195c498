import { Outlet, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/page/error-page";

/** Catches a screen's errors, so that the shell around it stays. */
export default Outlet;

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
