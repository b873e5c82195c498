import { type Entity, wordsOf } from "~/domain/entity";
import type { TableName } from "~/domain/nouns";
import { statesOf } from "~/domain/states";

/** The tables whose rows can be imported. */
const importedTables = [
  "customers",
  "agents",
  "suppliers",
  "hotels",
  "visas",
  "contracts",
] as const satisfies TableName[];
export type ImportedTable = (typeof importedTables)[number];

/** Questions about a whole column that its cells do not answer: what is asked, and the possible answers. */
export const columnQuestions = {
  calendar: {
    asks: "سنواتها من 1300 إلى 1419، فهي من أحد تقويمين",
    answers: { lunar: "هجرية قمرية", solar: "هجرية شمسية" },
  },
  point: {
    asks: "في مبالغها نقطة بعدها ثلاثة أرقام",
    answers: { thousands: "النقطة تفصل الآلاف", decimal: "النقطة تفصل الكسر" },
  },
} as const;
export type ColumnQuestion = keyof typeof columnQuestions;
export type Answer = {
  [question in ColumnQuestion]: keyof (typeof columnQuestions)[question]["answers"];
}[ColumnQuestion];

/** By field: the answers about a file's columns. */
export type Answers = Partial<Record<string, Answer>>;

/** The question that has an answer; undefined for another text. */
export const questionOf = (answer: string) =>
  (Object.keys(columnQuestions) as ColumnQuestion[]).find((question) =>
    Object.hasOwn(columnQuestions[question].answers, answer),
  );

/** The most rows in one import. */
export const largestImport = 5000;

/**
 * The outcome of a row: it is created; a question comes first (its telephone and a similar name exist); it exists already;
 * its number belongs to a record of another name; the file repeats it; or it has faults.
 */
const outcomeStates = statesOf({
  new: ["سيضاف", "good"],
  alike: ["قد يكون مسجلًا", "gold"],
  existing: ["مسجل من قبل", "plain"],
  another: ["رقمه لاسم آخر", "bad"],
  double: ["مكرر في الملف", "gold"],
  wrong: ["فيه خطأ", "bad"],
});
export const { names: outcomes, labels: outcomeLabels, tones: outcomeTones } = outcomeStates;
export type Outcome = keyof typeof outcomeStates.labels;

/** The texts about rows with the outcome `alike`, which are left out until somebody wants them. */
export type QuestionTexts = {
  /** The word for the outcome, in place of the one above. */
  outcome: string;
  add: string;
  addAll: string;
  leave: string;
  /** Why there are such rows, and what happens to them. */
  notice: string;
  /** The sentence if nothing was imported because of them. */
  refusal: string;
};

export const whoIs: QuestionTexts = {
  outcome: outcomeLabels.alike,
  add: "شخص آخر، يضاف",
  addAll: "كلهم أشخاص آخرون",
  leave: "هو نفسه، يترك",
  notice:
    "في الملف أسطر هاتفها مسجل لاسم قريب من اسمها: إن كانت لأشخاص آخرين فقل ذلك عند كل منها، وإلا تركت.",
  refusal: "في الملف أسطر قد تكون لمسجلين من قبل: قل في كل منها أهو شخص آخر، أو استورد الباقي وحده",
};

/** The outcomes of rows that need a correction or an answer. They can be downloaded as a file. */
export const leftOutcomes: Outcome[] = ["wrong", "another", "alike"];
export const isLeft = (outcome: Outcome) => leftOutcomes.includes(outcome);

/** The heading of that file's column of reasons. An import ignores the column. */
export const reasonHead = "سبب عدم الاستيراد";

/** The faults of a row as sentences that name their fields. */
export const faultSentences = (faults: Record<string, string>, labels: Record<string, string>) =>
  Object.entries(faults).map(([field, sentence]) => {
    const label = labels[field] ?? field;
    return sentence.includes(label) ? sentence : `${label}: ${sentence}`;
  });

/** An uploaded file; its counts are set when it is imported. */
export type Import = {
  id: number;
  kind: string;
  file_name: string;
  made: number | null;
  existing: number | null;
  left_out: number | null;
  created_at: string;
  done_at: string | null;
};

export const importLabels = {
  kind: "السجلات",
  file_name: "الملف",
  made: "ما أضيف",
  existing: "المسجل من قبل",
  left_out: "ما لم يستورد",
  user_id: "المستخدم",
  done_at: "وقت الاستيراد",
};

/** The rows' plural in the genitive: «استيراد الموردين». */
export const manyOf = (entity: Pick<Entity, "table" | "noun">) => wordsOf(entity).many.replace(/ون$/, "ين");

/** Whether a cell has what spreadsheets write in place of a formula's result: `#N/A`, `#SPILL!`, `Err:502`. */
export const isSheetError = (text: string) =>
  /^(#(N\/A|GETTING_DATA|[A-Z][A-Z0-9/_]*[!?])|Err:\d{3})$/.test(text);
