import type { ReactNode } from "react";
import type { Entity } from "~/domain/entity";
import { NewLink } from "~/ui/page/links";
import { Page } from "~/ui/page/page";

const tabs = [
  { path: "/settings/accounts/banks", label: "البنوك" },
  { path: "/settings/accounts/cash-boxes", label: "الصناديق" },
  { path: "/settings/accounts/currencies", label: "العملات" },
  { path: "/settings/accounts/expenses", label: "المصروفات" },
  { path: "/settings/accounts/expense-categories", label: "فئات المصروفات" },
  { path: "/settings/accounts/closing", label: "إقفال الفترات" },
];

/** The head of the financial accounts' areas. Each tab is an address (rulings §4). */
export function AccountsPage({
  of,
  actions = <NewLink to={of} />,
  children,
}: {
  of: Pick<Entity, "table" | "noun" | "path">;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Page title="الحسابات المالية" actions={actions}>
      <nav className="tabs" aria-label="أقسام الحسابات المالية">
        {tabs.map(({ path, label }) => (
          <a key={path} href={path} aria-current={path === of.path ? "page" : undefined}>
            {label}
          </a>
        ))}
      </nav>
      {children}
    </Page>
  );
}
