/** The hint of a rate's field: in which direction it is told. */
export const RateHint = ({ one, other }: { one: { code: string }; other: { code: string } }) => (
  <>
    كم يساوي <bdi dir="ltr">1 {one.code}</bdi> بعملة <bdi>{other.code}</bdi>
  </>
);

/** «بسعر صرف 1 USD = 3.75 SAR» @param rate the said rate */
export const AtRate = ({ rate }: { rate: string }) => (
  <>
    بسعر صرف <bdi dir="ltr">{rate}</bdi>
  </>
);
