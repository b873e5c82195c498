/** A sentence of ours; numbers in it, such as C-2026-00001, dates and times keep their order and are not torn between two lines. */
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
