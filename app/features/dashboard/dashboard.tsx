import { screen } from "~/http/screen.server";
import { Page } from "~/ui/page";

export const loader = screen([], async () => null);

export default function Dashboard() {
  return <Page title="لوحة التحكم">{null}</Page>;
}
