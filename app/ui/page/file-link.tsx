import type { ReactNode } from "react";

/** The media types of papers as the people who bring them call them. */
export const mediaTypeLabels: Record<string, string> = {
  "application/pdf": "PDF",
  "image/png": "PNG",
  "image/jpeg": "JPEG",
};

/** What a file input for papers offers to choose. */
export const acceptedPapers = ".pdf,.png,.jpg,.jpeg";

/** Opens an uploaded file in a new tab (spec §7, Downloads). */
export function FileLink({
  path,
  button,
  children,
}: {
  path: string;
  button?: boolean;
  children: ReactNode;
}) {
  return (
    <a href={path} target="_blank" rel="noreferrer" className={button ? "button" : undefined}>
      {children}
    </a>
  );
}

/**
 * A file's name. What follows its last Arabic letter is kept together, from left to right: otherwise «صورة 0959.pdf» is drawn with its
 * ending before its number.
 */
export function FileName({ name }: { name: string }) {
  const [, head, tail] = /^(.*\p{Script=Arabic}\s*)?(.*)$/su.exec(name) ?? [];
  return (
    <bdi>
      {head}
      <bdi dir="ltr" className="wraps">
        {tail}
      </bdi>
    </bdi>
  );
}
