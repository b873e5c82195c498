import { type Db, db } from "~/db/knex.server";
import type { Period } from "~/db/list.server";
import { officeToday } from "~/domain/office-day.server";
import { type Customer, customer, genders } from "~/features/customers/customer";
import { nationalityName } from "~/features/customers/nationalities.server";
import type { ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { askedPeriod, endsOf, inDigits, share, textOfPeriod } from "./asked.server";
import { count, percent, text } from "./columns";

/** Who signed in the period: new or returning, and of what nationality, age and sex they are. */
export const customersReport: ReadReport = async ({ params }) => {
  const period = askedPeriod(params);
  const [{ signed, fresh, returning, earlier }, by] = await Promise.all([
    signersOf(db, period),
    signersByKind(db, period),
  ]);
  const retention = share(returning, earlier);
  const table = (
    title: string,
    head: string,
    rows: [name: string, SignersBy<unknown> | undefined][],
  ): ReportTable => ({
    title,
    columns: [text(head), count("العملاء"), percent("النسبة"), count("منهم عائدون")],
    rows: rows.map(([name, { signed: part, returning } = nobody]) => [
      name,
      part,
      share(part, signed),
      returning,
    ]),
    total: ["المجموع", signed, share(signed, signed), returning],
    chart: { kind: "bars", of: [1] },
  });
  return {
    lead: textOfPeriod(period),
    notes: [
      "العميل محسوب مرة واحدة وإن تعددت عقوده، والعقود الملغاة غير محسوبة. الجديد من وقّع أول عقوده في الفترة، والعائد من له عقد قبلها.",
    ],
    figures: [
      { label: "وقّعوا في الفترة", value: inDigits(signed) },
      { label: "جدد", value: inDigits(fresh) },
      { label: "عائدون", value: inDigits(returning) },
      { label: "نسبة الاحتفاظ", value: retention === null ? "—" : `${retention}%` },
    ],
    tables: [
      {
        title: "الجدد والعائدون",
        columns: [text("العملاء"), count("العدد"), percent("النسبة")],
        rows: [
          ["جدد", fresh, share(fresh, signed)],
          ["عائدون", returning, share(returning, signed)],
        ],
        total: ["المجموع", signed, share(signed, signed)],
      },
      {
        title: "الاحتفاظ بالعملاء",
        note: "نسبة الاحتفاظ: نسبة من وقّعوا مرة أخرى في الفترة إلى كل من وقّعوا قبل بدايتها.",
        columns: [text("العملاء"), count("العدد"), percent("النسبة")],
        rows: [
          ["وقّعوا قبل بداية الفترة", earlier, share(earlier, earlier)],
          ["وقّعوا منهم مرة أخرى فيها", returning, retention],
        ],
      },
      table(
        "بحسب الجنسية",
        customer.labels.nationality,
        by.nationality.map((row) => [row.key === null ? unknown : nationalityName(row.key), row]),
      ),
      {
        ...table(
          "بحسب العمر",
          "العمر بالسنوات",
          [...ageLabels, unknown].map((name, band) => [
            name,
            by.age.find(({ key }) => (key ?? ageLabels.length) === band),
          ]),
        ),
        note: `العمر محسوب يوم ${period.to ?? officeToday()}.`,
      },
      table(
        "بحسب الجنس",
        customer.labels.gender,
        [...genders, null].map((gender) => [gender ?? unknown, by.gender.find(({ key }) => key === gender)]),
      ),
    ],
  };
};

const unknown = "غير معروف";
const nobody = { signed: 0, returning: 0 };

/** Who signed in a period; contracts that are cancelled count for nobody. */
type Signers = {
  /** Those with a contract of the period: the new ones and the returning ones together. */
  signed: number;
  /** Their first contract lies in the period. */
  fresh: number;
  /** They have an earlier one, too. */
  returning: number;
  /** All who had signed before the period began, whether they returned or not. */
  earlier: number;
};

/** Of each nationality, band of age and sex, those who signed in the period; null where it is not recorded. */
type SignersBy<Key> = { key: Key | null; signed: number; returning: number };

/** The ages at which the bands begin, but for the first. */
const ageBands = [18, 30, 45, 60, 70];
const ageLabels = ["أقل من 18", "من 18 إلى 29", "من 30 إلى 44", "من 45 إلى 59", "من 60 إلى 69", "70 فأكثر"];

const signers = `signers AS MATERIALIZED (
  SELECT customer_id, min(contract_date) < :from AS is_earlier, bool_or(contract_date >= :from) AS has_signed
  FROM contracts WHERE status <> 'cancelled' AND contract_date <= :to GROUP BY customer_id)`;
const counts = `count(*) FILTER (WHERE has_signed) AS signed, count(*) FILTER (WHERE has_signed AND NOT is_earlier) AS fresh,
  count(*) FILTER (WHERE has_signed AND is_earlier) AS returning`;

export async function signersOf(db: Db, period: Period): Promise<Signers> {
  const { rows } = await db.raw<{ rows: [Signers] }>(
    `WITH ${signers} SELECT ${counts}, count(*) FILTER (WHERE is_earlier) AS earlier FROM signers`,
    endsOf(period),
  );
  return rows[0];
}

/** An age is that of the period's last day, of today where it is open; a band is told as its place among them: 0 is that before the first of `ageBands`. */
export async function signersByKind(db: Db, period: Period) {
  type Row = SignersBy<string | number> & { kind: "nationality" | "age" | "gender" };
  const { rows } = await db.raw<{ rows: Row[] }>(
    `WITH ${signers}, told AS (
       SELECT signers.*, nationality, gender,
              width_bucket(date_part('year', age(:on::date, date_of_birth)), :bands) AS age
       FROM signers JOIN customers ON customers.id = customer_id WHERE has_signed)
     SELECT CASE 0 WHEN grouping(nationality) THEN 'nationality' WHEN grouping(age) THEN 'age' ELSE 'gender' END AS kind,
            coalesce(to_json(nationality), to_json(age), to_json(gender)) AS key, ${counts}
     FROM told GROUP BY GROUPING SETS ((nationality), (age), (gender)) ORDER BY signed DESC, nationality, age, gender`,
    { ...endsOf(period), on: period.to ?? officeToday(), bands: ageBands },
  );
  const of = <Key>(kind: Row["kind"]) =>
    rows.filter((row) => row.kind === kind).map(({ kind: _, ...row }) => row as SignersBy<Key>);
  return {
    nationality: of<string>("nationality"),
    age: of<number>("age"),
    gender: of<NonNullable<Customer["gender"]>>("gender"),
  };
}
