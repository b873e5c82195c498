import { type ClientActionFunctionArgs, isRouteErrorResponse } from "@remix-run/react";
import { valuesOf } from "~/domain/form-values";

/**
 * The clientAction of a form: whatever goes wrong on the way, a line that dies or a server that is away, the form
 * stays as it was typed, with a sentence (spec §8). To send it again is safe, since what creates carries a one-time key.
 */
export function keepForm(sentence = "انقطع الاتصال قبل أن يصل الرد، أعد الحفظ") {
  return async ({ request, serverAction }: ClientActionFunctionArgs) => {
    const values = valuesOf(await request.clone().formData());
    try {
      return await serverAction();
    } catch (error) {
      if (error instanceof Response) throw error; // a redirect: all went well
      const message = isRouteErrorResponse(error) && (error.data as { message?: string } | null)?.message;
      const result = {
        status: "error",
        error: { "": [message || sentence] },
        initialValue: values,
      };
      return Response.json({ result }, { status: 503 }); // the router asks for the page's data only after a success
    }
  };
}
