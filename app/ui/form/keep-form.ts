import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { valuesOf } from "~/domain/form-values";

/**
 * The clientAction of a form. If the connection or the server fails, the form keeps its typed values and shows a sentence (spec
 * §8). It can safely be sent again, since forms that create carry an idempotency key.
 */
export function keepForm(sentence = "انقطع الاتصال قبل أن يصل الرد، أعد الحفظ") {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const values = valuesOf(await request.clone().formData());
    try {
      return await serverAction();
    } catch (error) {
      if (error instanceof Response) throw error; // a redirect after a success
      const message = isRouteErrorResponse(error) && (error.data as { message?: string } | null)?.message;
      const result = {
        status: "error",
        error: { "": [message || sentence] },
        initialValue: values,
      };
      return Response.json({ result }, { status: 503 }); // an error status keeps the router from reloading the page's data
    }
  };
}
