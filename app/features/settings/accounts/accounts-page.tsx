import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Page } from "~/ui/page";

const tabs = [
  { path: "/settings/accounts/banks", label: "البنوك" },
  { path: "/settings/accounts/cash-boxes", label: "الصناديق" },
  { path: "/settings/accounts/currencies", label: "العملات" },
  { path: "/settings/accounts/expenses", label: "المصروفات" },
  { path: "/settings/accounts/expense-categories", label: "فئات المصروفات" },
] as const;

/** The head of the financial accounts' five areas; each tab is an address (rulings §4). */
export function AccountsPage({
  path: here,
  add,
  children,
}: {
  path: (typeof tabs)[number]["path"];
  add: string;
  children: ReactNode;
}) {
  const { search } = useLocation();
  return (
    <Page
      title="الحسابات المالية"
      actions={
        <a className="button primary" href={`${here}/new${search}`} data-stay="" data-discover="true">
          {add}
        </a>
      }
    >
      <nav className="tabs" aria-label="أقسام الحسابات المالية">
        {tabs.map(({ path, label }) => (
          <a key={path} href={path} aria-current={path === here ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </Page>
  );
}
