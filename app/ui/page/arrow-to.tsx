/** The arrow of «مكة ← المدينة», which is read as a word. */
export const ArrowTo = () => (
  <>
    <span aria-hidden="true">←</span>
    <span className="sr-only"> إلى </span>
  </>
);
