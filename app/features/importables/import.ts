import { type Entity, wordsOf } from "~/domain/entity";
import type { TableName } from "~/domain/nouns";
import { statesOf } from "~/ui/page/states";

/** The tables whose rows can be imported. */
export const importedTables = [
  "customers",
  "agents",
  "suppliers",
  "hotels",
  "visas",
  "contracts",
] as const satisfies TableName[];
export type ImportedTable = (typeof importedTables)[number];

/** As many rows are imported at once. */
export const largestImport = 5000;

/**
 * What becomes of a row of a file: it is made, it is asked about first (as of somebody whose telephone and similar name are
 * there), it is there already, its number belongs to a record of another name, it stands in the file twice, or something is wrong in it.
 */
export const outcomeStates = statesOf({
  new: ["سيضاف", "good"],
  alike: ["قد يكون مسجلًا", "gold"],
  existing: ["مسجل من قبل", "plain"],
  another: ["رقمه لاسم آخر", "bad"],
  double: ["مكرر في الملف", "gold"],
  wrong: ["فيه خطأ", "bad"],
});
export const { names: outcomes, labels: outcomeLabels, tones: outcomeTones } = outcomeStates;
export type Outcome = keyof typeof outcomeStates.labels;

/** What is said of the rows of the outcome `alike`, which are left out until somebody wants them. */
export type QuestionTexts = {
  /** What the outcome is called, in place of the word above. */
  outcome: string;
  add: string;
  addAll: string;
  leave: string;
  /** Why there are such rows, and what becomes of them. */
  notice: string;
  /** Why nothing was imported. */
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

/** The outcomes of the rows that somebody has to mend or to decide on: they are given back as a file. */
export const leftOutcomes: Outcome[] = ["wrong", "another", "alike"];
export const isLeft = (outcome: Outcome) => leftOutcomes.includes(outcome);

/** The heading of the column that says in such a file why; it is not read again. */
export const reasonHead = "سبب عدم الاستيراد";

/** What is wrong in which field, in sentences that name it. */
export const faultSentences = (faults: Record<string, string>, labels: Record<string, string>) =>
  Object.entries(faults).map(([field, sentence]) => {
    const label = labels[field] ?? field;
    return sentence.includes(label) ? sentence : `${label}: ${sentence}`;
  });

/** A file that was uploaded; its counts once it was carried out. */
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

/** Its rows after a word that governs them: «استيراد الموردين». */
export const manyOf = (entity: Pick<Entity, "table" | "noun">) => wordsOf(entity).many.replace(/ون$/, "ين");
