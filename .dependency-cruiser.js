/**
 * The floors (docs/decisions/pattern.md). A file imports from its own floor and from those before it in these
 * lists. Folders on one line are one floor and do not import from each other.
 */
const floors = [
  ["log.server.ts"],
  ["metrics.server.ts"],
  ["domain"],
  ["framework"],
  ["db"],
  ["files"],
  ["auth"],
  ["http"],
  ["first-page"],
  ["ui"],
  ["shell"],
  ["features"],
  ["api-routes.ts", "route-kinds.ts"],
  ["file-routes.ts"],
  ["root.tsx", "routes.ts", "entry.client.tsx", "entry.server.tsx"],
];

/** The features, from those that all may use to those that use all. */
const features = [
  ["journey", "links", "money", "telephones"],
  ["fees"],
  ["commissions", "company", "currencies", "expense-categories"],
  ["accounts", "closing", "expenses", "login"],
  ["agents", "services", "suppliers"],
  ["customers"],
  ["instalments"],
  ["moving"],
  ["campaigns"],
  ["holds"],
  ["contracts"],
  ["invoices"],
  ["financial"],
  ["groups"],
  ["contract-moves", "offers", "trips", "visas"],
  ["travellers"],
  ["lodging", "movements"],
  ["readiness"],
  ["papers"],
  ["lists"],
  ["group-page"],
  ["person"],
  ["own-account"],
  ["roles"],
  ["users"],
  ["importables"],
  ["entity-entry.server.ts"],
  ["entities.server.ts"],
  ["favorites", "first-steps", "imports", "search"],
  ["audit-log"],
  ["dashboard", "reports"],
  ["api.ts", "delete.tsx", "sheet.ts"],
];

/** The folders within a floor or a feature, and its own files (`.`). */
const folders = {
  ui: [["page"], ["dialog"], ["form", "picker"], ["."]],
  "features/accounts": [["."], ["cash-counts"]],
  "features/customers": [["."], ["joins", "notes", "papers"]],
  "features/financial": [
    ["debts", "vouchers"],
    ["payments", "receipts", "reminders"],
    ["allocations", "transfers"],
    ["cancelling", "cheques", "statements"],
  ],
  "features/groups": [["."], ["members"]],
  "features/holds": [["."], ["waiting"]],
  "features/imports": [["reading"], ["."]],
  "features/invoices": [["."], ["commission"]],
  "features/lists": [["badges", "buses", "manifest", "service-vouchers"]],
  "features/lodging": [[".", "stays"], ["families"], ["rooms"]],
  "features/papers": [["uploads"], ["visas"], ["."]],
  "features/reports": [["."], ["financial", "journal"], ["administrative"]],
  "features/services": [
    ["lookups"],
    ["."],
    ["catering", "hotels", "other", "packages", "transportation"],
    ["cities"],
  ],
  "features/trips": [["."], ["flights", "plans", "stages"]],
};

const pathOf = (inside, folder) => (folder === "." ? `^${inside}/[^/]+$` : `^${inside}/${folder}(/|$)`);

/** Forbids each floor the ones after it, and the others on its line. */
const climbs = (name, inside, list) =>
  list
    .flatMap((floor, index) =>
      floor.map((folder) => ({
        name: `${name}: ${folder}`,
        severity: "error",
        from: { path: pathOf(inside, folder) },
        to: {
          path: list
            .slice(index)
            .flat()
            .filter((other) => other !== folder)
            .map((other) => pathOf(inside, other)),
        },
      })),
    )
    .filter(({ to }) => to.path.length);

export default {
  forbidden: [
    ...climbs("floor", "app", floors),
    ...climbs("feature", "app/features", features),
    ...Object.entries(folders).flatMap(([inside, list]) => climbs(inside, `app/${inside}`, list)),
    { name: "a circle of files", severity: "error", from: {}, to: { circular: true } },
    { name: "a ring of folders", severity: "error", scope: "folder", from: {}, to: { circular: true } },
    {
      name: "a folder without a place in its feature",
      severity: "error",
      from: {},
      to: {
        path: "^app/features/[^/]+/[^/]+/",
        pathNot: Object.entries(folders).flatMap(([inside, list]) =>
          list.flat().map((folder) => pathOf(`app/${inside}`, folder)),
        ),
      },
    },
    {
      name: "a folder without a floor",
      severity: "error",
      from: {},
      to: {
        path: "^app/",
        pathNot: [
          ...floors.flat().map((name) => `^app/${name}(/|$)`),
          "^app/(fonts|styles)/",
          "^app/[^/]*\\.css$",
        ],
      },
    },
    {
      name: "a feature without a floor",
      severity: "error",
      from: {},
      to: { path: "^app/features/", pathNot: features.flat().map((name) => `^app/features/${name}(/|$)`) },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true, // imports of types count too
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default"],
    },
  },
};
