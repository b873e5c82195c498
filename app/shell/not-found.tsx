import { notFound } from "~/domain/domain-error";
import { screen } from "~/http/screen.server";

const missing = screen([], async () => {
  throw notFound("لا توجد صفحة بهذا العنوان");
});

export { missing as action, missing as loader };

export default function NotFound() {
  return null;
}
