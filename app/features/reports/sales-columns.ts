import Big from "big.js";

/** The figures of sales by the causes of their entries. */
export const saleNames = {
  signed: "contract",
  discounts: "discount",
  cancelled: "cancelling",
  fees: "fee",
} as const;
export type SaleName = keyof typeof saleNames;

const labels: Record<SaleName, string> = {
  signed: "المبيعات",
  discounts: "خصومات لاحقة",
  cancelled: "الملغى",
  fees: "رسوم الإلغاء",
};

/** What the figures of sales mean. */
export const salesNote = "المبيعات أسعار العقود يوم توقيعها، وما خُصم أو ألغي بعده ورسم إلغائه كل في يومه.";

/**
 * The columns of sales, without those that no row has, and the net where there are others. Amounts have their sign, so that the net is the sum of
 * the figures beside it.
 */
export function salesColumns<Amount extends string>(sales: Record<SaleName, Amount>[]) {
  const names = (Object.keys(labels) as SaleName[]).filter(
    (name) => name === "signed" || sales.some((one) => Number(one[name])),
  );
  const hasNet = names.length > 1;
  return {
    labels: [...names.map((name) => labels[name]), ...(hasNet ? [netLabel] : [])],
    /** The figures of a row, each rounded; the last one is the net. */
    cells(sums: Record<SaleName, Amount>, round: (amount: Amount) => number) {
      const figures = names.map((name) => round(sums[name]));
      const net = figures.reduce((sum, figure) => sum.plus(figure), Big(0)).toNumber();
      return hasNet ? [...figures, net] : figures;
    },
  };
}

export const netLabel = "صافي المبيعات";
