import { getZodConstraint } from "@conform-to/zod/v4";
import type { z } from "zod";

/** What a browser checks of a form without JavaScript, by field: only what it asks for, since each form's data have it. */
export function constraintOf(schema: z.ZodObject) {
  const constraint: Record<string, object> = {};
  for (const [name, { required, ...others } = {}] of Object.entries(getZodConstraint(schema))) {
    const asked = { ...(required && { required }), ...others };
    if (Object.keys(asked).length) constraint[name] = asked;
  }
  return constraint;
}
