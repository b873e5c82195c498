/* Agents' shares of what their customers pay (docs/decisions/shares.md). */

/** The words for an agent's sums, in riyals. */
export const commissionLabels = {
  earned: "العمولة المستحقة",
  invoiced: "المفوتر منها",
  paid: "المسدد من فواتيرها",
  due: "لم يفوتر بعد",
};

/** The heading of the sums in a statement. */
export const commissionsNow = "عمولة العقود حتى اليوم (بالريال)";

type CommissionName = keyof typeof commissionLabels;

export const commissionNames = Object.keys(commissionLabels) as CommissionName[];

/**
 * An agent's sums in riyals. `due` is what is not invoiced yet, at the present rates; it is negative after refunds and cancellations.
 * `earned` is `invoiced` and `due` together. `paid` also counts the tax of the invoices, and credit notes as given back.
 */
export type CommissionSums = Record<CommissionName, number>;
