import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { acceptedPapers } from "~/ui/page/file-link";
import { post } from "~/ui/page/post";
import { showFlash } from "~/ui/page/toast";

/** What one request brings: well below what the gate takes. */
const mostOfRequest = { bytes: 20 * 1024 * 1024, files: 100 };

/** The files in parts that a request can bring. */
function partsOf(files: File[]) {
  const parts: File[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const file of files) {
    const part = parts.at(-1);
    if (part && part.length < mostOfRequest.files && bytes + file.size <= mostOfRequest.bytes)
      part.push(file);
    else {
      parts.push([file]);
      bytes = 0;
    }
    bytes += file.size;
  }
  return parts;
}

/**
 * Sends the files of a form in several requests where one could not bring them all, and shows the page anew. If one is refused or
 * the line is dead, the page stays and says so. Without JavaScript the page says which files did not come along.
 * @returns what the form does when it is submitted, and how many files are still to be sent
 */
export function useManyFiles() {
  const [waiting, setWaiting] = useState(0);
  const { revalidate } = useRevalidator();
  async function send(event: FormEvent<HTMLFormElement>) {
    const form = event.currentTarget;
    const button = (event.nativeEvent as SubmitEvent).submitter;
    const input = form.elements.namedItem("files");
    const files = input instanceof HTMLInputElement ? [...(input.files ?? [])] : [];
    const parts = partsOf(files);
    if (parts.length < 2 || button?.getAttribute("name")) return;
    event.preventDefault();
    const body = new FormData(form);
    let rest = files.length;
    setWaiting(rest);
    for (const part of parts) {
      body.delete("files");
      for (const file of part) body.append("files", file);
      const refusal = await post(form.action, body);
      if (refusal) {
        setWaiting(0);
        return showFlash({ kind: "error", text: refusal });
      }
      rest -= part.length;
      setWaiting(rest);
    }
    form.reset();
    setWaiting(0);
    revalidate();
  }
  return { send, waiting };
}

export function FilesField({ hint }: { hint: string }) {
  return (
    <div className="field wide">
      <label htmlFor="files">الملفات</label>
      <input
        id="files"
        type="file"
        name="files"
        multiple
        accept={acceptedPapers}
        aria-describedby="files-hint"
      />
      <p className="hint" id="files-hint">
        {hint} PDF أو PNG أو JPEG، كل ملف حتى 10 ميغابايت.
      </p>
    </div>
  );
}
