import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { customer } from "../customer";

export const paperTypeLabels = {
  passport: "صورة الجواز",
  photo: "الصورة الشخصية",
  vaccination: "شهادة التطعيم",
  national_id: "الهوية الوطنية",
  other: "مستند آخر",
} as const;
export type PaperType = keyof typeof paperTypeLabels;

/** The folder of papers in the store; each lies at `/uploads/papers/` and its `file_name`. */
export const papersFolder = "papers";

/** As many papers a person may have. */
export const mostPapers = 50;

/** The papers of a person (أوراق), as screens and calls know them. */
export const papersOf = (customerId: number) =>
  withLabels(
    {
      table: "customer_papers",
      path: `${customer.path}/${customerId}/papers`,
      key: "papers",
      item: "paper",
      write: customer.write,
      read: customer.read,
      fields: {
        type: { label: "نوع الورقة", kind: "choice", choices: paperTypeLabels },
        issue_date: { label: "تاريخ الإصدار", kind: "date", optional: true },
        expiry_date: { label: "تاريخ الانتهاء", kind: "date", optional: true },
      },
    },
    { file: "الملف" },
  ) satisfies Entity;

/** A paper, as the API shows one. */
export type CustomerPaper = RowOf<ReturnType<typeof papersOf>["fields"]> & {
  customer_id: number;
  /** As the store names it. */
  file_name: string;
  /** As whoever uploaded it named it: only to be shown. */
  given_name: string;
  media_type: string;
};

/** Where the file of a paper is read. */
export const paperPath = ({ file_name }: Pick<CustomerPaper, "file_name">) =>
  `/uploads/${papersFolder}/${file_name}`;
