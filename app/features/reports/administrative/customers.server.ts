import { type Db, db } from "~/db/knex.server";
import { endsOf, type Period } from "~/db/list.server";
import { nationalityName } from "~/domain/countries.server";
import { officeToday } from "~/domain/office-day.server";
import { type Customer, customer, genderLabels } from "~/features/customers/customer";
import { inDigits, share } from "../figures";
import type { ReportTable } from "../report";
import type { ReadReport } from "../reports.server";
import { count, percent, text } from "./columns";
import { periodOfAddress, textOfPeriod } from "./period-text.server";

/** The customers who signed in the period: new or returning, and by nationality, age and sex. */
export const customersReport: ReadReport = async ({ params }) => {
  const period = periodOfAddress(params);
  const { signed, returning, earlier, ...by } = await signersOf(db, period);
  const fresh = signed - returning;
  const retention = share(returning, earlier);
  const table = (title: string, head: string, rows: [name: string, Signers | undefined][]): ReportTable => ({
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
        [...Object.keys(genderLabels), null].map((gender) => [
          gender ?? unknown,
          by.gender.find(({ key }) => key === gender),
        ]),
      ),
    ],
  };
};

const unknown = "غير معروف";
const nobody: Signers = { signed: 0, returning: 0 };

/** The customers with a contract of the period that is not cancelled, and those of them who have an earlier one. */
type Signers = { signed: number; returning: number };
/** Those of one nationality, age band or sex; null if it is not recorded. */
type SignersOf<Key> = Signers & { key: Key | null };

/** The ages at which the bands begin, without the first band. */
const ageBands = [18, 30, 45, 60, 70];
const ageLabels = ["أقل من 18", "من 18 إلى 29", "من 30 إلى 44", "من 45 إلى 59", "من 60 إلى 69", "70 فأكثر"];

/**
 * The customers who signed in the period, in all and by each property, and the number of those who had signed before it. Ages
 * count on the period's last day, or today if the period is open. A band is its index, from 0.
 */
async function signersOf(db: Db, period: Period) {
  type Row = SignersOf<string | number> & { kind: "all" | "nationality" | "age" | "gender"; earlier: number };
  const { rows } = await db.raw<{ rows: Row[] }>(
    `WITH signer AS MATERIALIZED (
       SELECT customer_id, min(contract_date) < :from AS is_earlier, bool_or(contract_date >= :from) AS has_signed
       FROM contracts WHERE stands(status) AND contract_date <= :to GROUP BY customer_id),
     counted AS (
       SELECT is_earlier, nationality, gender, count(*) AS count,
              width_bucket(date_part('year', age(:on::date, date_of_birth)), :bands) AS age
       FROM signer JOIN customers ON customers.id = customer_id WHERE has_signed
       GROUP BY is_earlier, nationality, gender, age)
     SELECT CASE 0 WHEN grouping(nationality) THEN 'nationality' WHEN grouping(age) THEN 'age'
              WHEN grouping(gender) THEN 'gender' ELSE 'all' END AS kind,
            coalesce(to_json(nationality), to_json(age), to_json(gender)) AS key,
            coalesce(sum(count), 0)::bigint AS signed,
            coalesce(sum(count) FILTER (WHERE is_earlier), 0)::bigint AS returning,
            (SELECT count(*) FROM signer WHERE is_earlier) AS earlier
     FROM counted GROUP BY GROUPING SETS ((), nationality, age, gender) ORDER BY signed DESC, nationality, age, gender`,
    { ...endsOf(period), on: period.to ?? officeToday(), bands: ageBands },
  );
  const of = <Key>(kind: Row["kind"]) =>
    rows.filter((row) => row.kind === kind && row.signed > 0) as unknown as SignersOf<Key>[];
  const { signed = 0, returning = 0, earlier = 0 } = rows.find(({ kind }) => kind === "all") ?? {};
  return {
    signed,
    returning,
    earlier,
    nationality: of<string>("nationality"),
    age: of<number>("age"),
    gender: of<Customer["gender"]>("gender"),
  };
}
