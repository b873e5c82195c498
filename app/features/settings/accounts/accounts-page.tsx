import { useLocation, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { Page } from "~/ui/page";

const tabs = [
  { path: "/settings/accounts/banks", label: "البنوك" },
  { path: "/settings/accounts/cash-boxes", label: "الصناديق" },
  { path: "/settings/accounts/currencies", label: "العملات" },
  { path: "/settings/accounts/expenses", label: "المصروفات" },
  { path: "/settings/accounts/expense-categories", label: "فئات المصروفات" },
];

/** The head of the financial accounts' five areas; each tab is an address (rulings §4). */
export function AccountsPage({ add, children }: { add: string; children: ReactNode }) {
  const { search } = useLocation();
  const routes = useMatches().map(({ id }) => `/${id}`);
  const here = tabs.find(({ path }) => routes.includes(path));
  return (
    <Page
      title="الحسابات المالية"
      actions={
        <a className="button primary" href={`${here?.path}/new${search}`} data-stay="" data-discover="true">
          {add}
        </a>
      }
    >
      <nav className="tabs" aria-label="أقسام الحسابات المالية">
        {tabs.map(({ path, label }) => (
          <a key={path} href={path} aria-current={path === here?.path ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </Page>
  );
}
