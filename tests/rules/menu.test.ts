import { expect, test } from "vitest";
import { type Permission, permissionLabels } from "~/domain/permissions";
import { firstBelow, screenOf } from "~/ui/page/menu";
import { screens } from "../support/screens";

const user = { permissions: Object.keys(permissionLabels) as Permission[] };

test.each([
  ["/trips/7/stages/3/edit", "/trips/management"],
  ["/trips/flights", "/trips/management"],
  ["/trips/movements?on=2027-03-01", "/trips/management"],
  ["/trips/groups/members", "/trips/groups"],
  ["/Trips/Groups", "/trips/groups"],
  ["/financial/debts/deposits", "/financial/debts/customers"],
  ["/services/cities/1/edit", "/services/hotels"],
  ["/", "/"],
])("the menu marks for %s the item %s", (address, item) => {
  expect(screenOf(user, address)?.href).toBe(item);
});

test("each screen of a part of the office has its item, but those that belong to the user or to all parts", () => {
  const others = /^\/(login|nowhere|search|favorites|account|financial\/statements)\b/;
  expect(screens.filter((address) => !others.test(address) && !screenOf(user, address))).toEqual([]);
});

test.each([
  ["/reports", "/reports/financial"],
  ["/reports/", "/reports/financial"],
  ["/financial", "/financial/receipts"],
  ["/financial/debts", "/financial/debts/customers"],
  ["/trips", "/trips/management"],
  ["/settings", "/settings/company"],
  ["/report", undefined],
  ["/nowhere", undefined],
])("%s leads to the first screen below it, %s", (address, first) => {
  expect(firstBelow(user, address)?.href).toBe(first);
});

test("leads nobody to a screen that he may not open", () => {
  expect(firstBelow({ permissions: ["manage_roles"] }, "/settings")?.href).toBe("/settings/roles");
  expect(firstBelow({ permissions: ["manage_roles"] }, "/reports")).toBeUndefined();
});
