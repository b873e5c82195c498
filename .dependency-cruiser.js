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
  ["ui"],
  ["shell"],
  ["features"],
  ["api-routes.ts"],
  ["root.tsx", "routes.ts", "entry.client.tsx", "entry.server.tsx"],
];

/** The features, from those that all may use to those that use all. */
const features = [
  ["links", "lodging", "money", "telephones"],
  ["commissions", "company", "currencies", "expense-categories"],
  ["accounts", "closing", "expenses", "login"],
  ["agents", "services", "suppliers"],
  ["customers"],
  ["instalments"],
  ["campaigns"],
  ["contracts"],
  ["invoices"],
  ["financial"],
  ["trips"],
  ["person"],
  ["own-account"],
  ["roles"],
  ["users"],
  ["importables"],
  ["entities.server.ts"],
  ["favorites", "first-steps", "imports", "search"],
  ["audit-log"],
  ["dashboard", "reports"],
  ["api.ts", "delete.tsx", "sheet.ts"],
];

/** Forbids each floor the ones after it, and the others on its line. */
const climbs = (name, inside, list) =>
  list
    .flatMap((floor, index) =>
      floor.map((folder) => ({
        name: `${name}: ${folder}`,
        severity: "error",
        from: { path: `^${inside}/${folder}(/|$)` },
        to: {
          path: list
            .slice(index)
            .flat()
            .filter((other) => other !== folder)
            .map((other) => `^${inside}/${other}(/|$)`),
        },
      })),
    )
    .filter(({ to }) => to.path.length);

export default {
  forbidden: [
    ...climbs("floor", "app", floors),
    ...climbs("feature", "app/features", features),
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
