/** A sentence. Numbers such as C-2026-00001, dates and times in it keep their order and are not broken over two lines. */
export function Sentence({ text }: { text: string }) {
  const parts = text.split(/([A-Z]{1,3}-\d{4}-\d+|\d{4}-\d\d-\d\d(?: \d\d:\d\d)?)/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 ? (
          <bdi key={index} dir="ltr" className="whitespace-nowrap">
            {part}
          </bdi>
        ) : (
          part
        ),
      )}
    </>
  );
}
