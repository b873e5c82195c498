import { layout, type RouteConfigEntry, route } from "@remix-run/route-config";

/* What stands at several addresses: a list with its dialogs, its files, an import, a list that is handed out. */

/**
 * A list and, over it, its dialogs: new, :id/edit, :id/delete.
 * @param deletion a module of its own, if the question says more than the ordinary one
 */
export function crud(
  path: string,
  folder: string,
  extra: RouteConfigEntry[] = [],
  deletion = "features/delete.tsx",
) {
  return listWith(path, `${folder}/list.tsx`, [
    route("new", `${folder}/form.tsx`, { id: `${path}/new` }),
    route(":id/edit", `${folder}/form.tsx`, { id: `${path}/edit` }),
    route(":id/delete", deletion, { id: `${path}/delete` }),
    ...extra,
  ]);
}

/** A list that stays visible if one of its dialogs fails. */
export function listWith(path: string, list: string, dialogs: RouteConfigEntry[]) {
  return route(path, list, { id: path }, [layout("shell/over-list.tsx", { id: `over ${path}` }, dialogs)]);
}

/** A list's files for spreadsheets: /<list>/export/xlsx and /csv (features/entities.server.ts). */
export function sheet(list: string, module = "features/sheet.ts") {
  return route(`${list}/export/:format`, module, { id: `${list} export` });
}

/** Imports of records from a file, by one module for all lists that have them (features/entities.server.ts). */
export function imports(end: string, module: string) {
  return ["customers", "agents", "suppliers", "contracts", "services/hotels", "trips/visas"].map((list) =>
    route(`${list}/import${end}`, `features/imports/${module}`, { id: `${list}/import${end}` }),
  );
}

/** Readiness for travel of a group, a trip or a campaign, by one module. */
export function readiness(of: string, end: string, module: string) {
  return route(`${of}/readiness${end}`, `features/readiness/${module}`, { id: `${of}/readiness${end}` });
}

/** A handed-out list: its print page, and the same as a sheet. */
export function handedList(path: string, folder: string, print = "") {
  return [
    route(`${path}${print}`, `${folder}/print.tsx`, { id: `${path} print` }),
    route(`${path}/export/:format`, `${folder}/sheet.ts`, { id: `${path} export` }),
  ];
}

/** The passenger manifest, and the passport list that airlines take. */
export function manifest(of: string) {
  return [
    ...handedList(`${of}/manifest`, "features/lists/manifest"),
    route(`${of}/manifest/export/ssr`, "features/lists/manifest/ssr.ts", { id: `${of}/manifest ssr` }),
  ];
}

/** The badges and luggage tags of a group or a trip, by one module. */
export function badges(of: string, end: string, module: string) {
  return route(`${of}/badges${end}`, `features/lists/badges/${module}`, { id: `${of}/badges${end}` });
}

/** A family of reports on paper and as files. */
export function reportFiles(family: string) {
  return [
    route(`reports/${family}/print`, `features/reports/${family}/print.tsx`),
    route(`reports/${family}/export/:format`, `features/reports/${family}/sheet.ts`),
  ];
}
