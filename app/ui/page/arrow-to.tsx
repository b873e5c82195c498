/** The arrow of «جدة ← مكة», which is read as a word. */
export const ArrowTo = () => (
  <span role="img" aria-label="إلى">
    ←
  </span>
);
