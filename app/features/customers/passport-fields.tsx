import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from "react";
import { TextAreaField, TextField } from "~/ui/form/field";
import { OfferField } from "~/ui/form/offer-field";
import type { Common } from "~/ui/form/remarks";
import { Sentence } from "~/ui/page/sentence";
import { customer } from "./customer";
import { wholeOfParts } from "./latin-names";
import { machineLines } from "./machine-lines";

/** The result of the step «قراءة الجواز», for the form that is shown again. */
export type PassportRead = {
  /** The values that were filled in, by field. */
  filled?: Record<string, string>;
  /** Whether the lines were read instead of saving, since nobody had seen what is in them. */
  isUnsaved?: boolean;
  /** The holder's name in the passport's spelling. */
  name?: string | null;
  /** Notes about characters that were corrected. */
  notes?: string[];
  unknownState?: string | null;
  /** The day on which the passport expired, if it has expired. */
  expired?: string | null;
};

/** The common properties of controls for Latin names. */
const latin = {
  dir: "ltr",
  lang: "en",
  autoComplete: "off",
  autoCapitalize: "characters",
  spellCheck: false,
} as const;

type Field = (name: keyof typeof customer.labels) => Common;

/** A customer's passport: its two machine-readable lines, a button that fills the form from them, and its fields. */
export function PassportFields({
  field,
  nationality,
  country,
  reply,
}: {
  field: Field;
  nationality: ComponentProps<typeof OfferField>;
  country: ComponentProps<typeof OfferField>;
  reply?: PassportRead;
}) {
  useFilled(reply);
  const button = useRef<HTMLButtonElement>(null);
  const readWhole = useReadWhole(() => button.current?.form?.requestSubmit(button.current));
  const [names, setNames] = useState(() => namesOf((name) => field(name).field.initialValue));
  const follow = (event: FormEvent<HTMLFieldSetElement>) => {
    readWhole(event);
    const { elements } = event.currentTarget;
    setNames(namesOf((name) => (elements.namedItem(name) as HTMLInputElement | null)?.value));
  };
  const whole = wholeOfParts(names);
  const isOther = whole && names.name_latin && names.name_latin !== whole;
  return (
    <fieldset className="passport" onInput={follow}>
      <legend>جواز السفر</legend>
      <TextAreaField
        {...field("mrz")}
        rows={2}
        dir="ltr"
        wrap="off"
        className="mrz"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="السطران في أسفل صفحة الصورة، في كل منهما 44 حرفًا. تملأ منهما حقول هذا النموذج."
      />
      <div className="field wide flex flex-wrap items-baseline gap-x-3">
        {/* Posts without the picture, so that reading two lines waits for no upload. */}
        <button
          ref={button}
          className="button"
          type="submit"
          name="intent"
          value="passport"
          formNoValidate
          formEncType="application/x-www-form-urlencoded"
        >
          قراءة الجواز
        </button>
        <p className="hint flex-[1_1_16rem]" role="status">
          <PassportNote {...reply} />
        </p>
      </div>
      <TextField {...field("surname_latin")} {...latin} hint="كما في الجواز، بحروف A–Z" />
      <TextField {...field("given_names_latin")} {...latin} hint="كما في الجواز، بحروف A–Z" />
      <TextField
        {...field("name_latin")}
        {...latin}
        wide
        hint={
          isOther
            ? `من اسم العائلة والأسماء الأولى: ${whole}. امسح هذا الحقل ليعود إليه.`
            : "إن تركته فهو اسم العائلة ثم الأسماء الأولى. يكتب في الكشوف والبطاقات."
        }
      />
      <TextField {...field("passport_number")} />
      <OfferField {...nationality} empty="غير محددة" />
      <TextField {...field("passport_issue_date")} />
      <TextField {...field("passport_expiry")} />
      <OfferField {...country} wide empty="بلد الجنسية" />
    </fieldset>
  );
}

const nameParts = ["surname_latin", "given_names_latin", "name_latin"] as const;

/** The typed Latin names, as they are stored. */
const namesOf = (read: (name: (typeof nameParts)[number]) => unknown) =>
  Object.fromEntries(
    nameParts.map((name) => [
      name,
      String(read(name) ?? "")
        .trim()
        .toUpperCase(),
    ]),
  ) as Record<(typeof nameParts)[number], string>;

/** Reads the two lines as soon as they are whole, each reading once; also those that were pasted before JavaScript was ready. */
function useReadWhole(read: () => void) {
  const last = useRef("");
  useEffect(() => {
    const area = document.forms.namedItem(customer.item)?.elements.namedItem("mrz");
    if (area instanceof HTMLTextAreaElement && area.value !== area.defaultValue) announceInput(area);
  }, []);
  return ({ target }: FormEvent) => {
    if (!(target instanceof HTMLTextAreaElement) || target.name !== "mrz") return;
    const text = machineLines(target.value).join("\n");
    const isWhole = /^P[^\n]{9,}\n[^\n]{44}$/i.test(text);
    if (isWhole && text !== last.current) read();
    if (isWhole) last.current = text;
  };
}

const announceInput = (control: HTMLElement) => control.dispatchEvent(new Event("input", { bubbles: true }));

/** Writes the result into the fields. Without a new page, fields keep their values whatever is rendered. */
function useFilled(reply?: PassportRead) {
  const [first] = useState(reply);
  useEffect(() => {
    if (reply === first) return;
    const controls = document.forms.namedItem(customer.item)?.elements;
    for (const [name, text] of Object.entries(reply?.filled ?? {})) {
      const control = controls?.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      control.value = text;
      announceInput(control);
    }
  }, [reply, first]);
}

function PassportNote({ filled, name, notes = [], unknownState, expired }: PassportRead) {
  if (!filled) return null;
  return (
    <>
      {Object.keys(filled).length > 0 &&
        "ملئ من السطرين ما صح فيهما، فراجعه، واكتب تاريخ الإصدار من الجواز. "}
      {notes.map((note) => (
        <Sentence key={note} text={`${note}. `} />
      ))}
      {name && (
        <>
          الاسم في الجواز:{" "}
          <bdi dir="ltr" className="wraps">
            {name}
          </bdi>
          .{" "}
        </>
      )}
      {unknownState && (
        <>
          الجنسية فيه <bdi dir="ltr">{unknownState}</bdi>، وليس هذا رمز دولة، فاخترها من القائمة إن عرفتها.{" "}
        </>
      )}
      {expired && <Sentence text={`انتهى هذا الجواز في ${expired}.`} />}
    </>
  );
}
