import type { ForeignPost } from "~/http/form-author.server";

/**
 * The choice on the page about another user's form: to send it in one's own name, or to open its page anew. Files do not come along,
 * so a form with files must be filled in again.
 */
export function ForeignForm({ of: { own, fields, hasFiles } }: { of: ForeignPost }) {
  return (
    <form method="post" className="mb-3">
      {fields.map(([name, value], place) => (
        <input key={place} type="hidden" name={name} value={value} />
      ))}
      {!hasFiles && (
        <button className="button" type="submit" name="author" value={own}>
          تابع باسمي
        </button>
      )}
    </form>
  );
}
