import { notFound } from "~/domain/domain-error";
import { screen } from "~/http/screen.server";

const notFoundScreen = screen([], async () => {
  throw notFound("لا توجد صفحة بهذا العنوان");
});

export { notFoundScreen as action, notFoundScreen as loader };

export default function NotFound() {
  return null;
}
