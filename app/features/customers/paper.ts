import type { Entity } from "~/domain/entity";
import { type RowOf, withLabels } from "~/domain/fields";
import { customer } from "./customer";

export const paperTypeLabels = {
  passport: "صورة الجواز",
  photo: "الصورة الشخصية",
  vaccination: "شهادة التطعيم",
  national_id: "الهوية الوطنية",
  other: "مستند آخر",
} as const;
/** What somebody has none of: «بلا صورة شخصية». */
export const paperTypeNouns = {
  passport: "صورة جواز",
  photo: "صورة شخصية",
  vaccination: "شهادة تطعيم",
  national_id: "هوية وطنية",
} as const;
export type PaperType = keyof typeof paperTypeLabels;

/** The folder of papers in the store. A paper's file is at `/uploads/papers/` and its `file_name`. */
export const papersFolder = "papers";

/** The most papers of a person. */
export const mostPapers = 50;

/** The papers of a person (أوراق) as screens and calls use them. */
export const paper = withLabels(
  {
    table: "customer_papers",
    path: customer.path,
    key: "papers",
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

/** The papers of one person. */
export const papersOf = (customerId: number) => ({ ...paper, path: `${customer.path}/${customerId}/papers` });

/** A paper as calls show it. */
export type CustomerPaper = RowOf<(typeof paper)["fields"]> & {
  customer_id: number;
  /** The file's name in the store. */
  file_name: string;
  /** The original name of the uploaded file, for display only. */
  given_name: string;
  media_type: string;
};

/** The address of a photo as screens and badges draw it: papers are stored as they came, up to 10 MiB each. */
export const smallPhoto = (address: string) =>
  address.startsWith(`/uploads/${papersFolder}/`) ? `${address}?small` : address;

/** The address of a paper's file. */
export const paperPath = ({ file_name }: Pick<CustomerPaper, "file_name">) =>
  `/uploads/${papersFolder}/${file_name}`;
