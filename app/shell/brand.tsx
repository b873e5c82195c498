import type { Brand } from "./brand.server";

/** The company's logo, or the product's icon. The name stands beside it. */
export function Mark({ logo_url, size }: Pick<Brand, "logo_url"> & { size: number }) {
  return (
    <img
      className={logo_url ? "mark logo" : "mark"}
      src={logo_url ?? "/favicon.svg"}
      alt=""
      width={size}
      height={size}
    />
  );
}
