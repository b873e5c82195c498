import type { Db } from "~/db/knex.server";

/** What a package gives a pilgrim beside the hotels, as papers say it. */
export type PackageContents = {
  id: number;
  name: string;
  type: string;
  /** In days. */
  duration: number;
  /** Pilgrims in a room, 1 to 4. */
  room_occupancy_basis: number;
  transportation: { id: number; company_name: string; name_latin: string | null; bus_type: string } | null;
  catering: { id: number; name: string; name_latin: string | null; meals_per_day: number } | null;
  other_services: { id: number; name: string; name_latin: string | null }[];
};

/** The contents of packages as they are now, by their ids. */
export async function contentsOf(db: Db, packageIds: number[]): Promise<Map<number, PackageContents>> {
  const { rows } = await db.raw<{ rows: PackageContents[] }>(
    `SELECT packages.id, packages.name, packages.type, duration, room_occupancy_basis,
       CASE WHEN transportations.id IS NOT NULL
         THEN json_build_object('id', transportations.id, 'company_name', company_name,
           'name_latin', transportations.name_latin, 'bus_type', bus_types.name) END AS transportation,
       CASE WHEN catering_services.id IS NOT NULL
         THEN json_build_object('id', catering_services.id, 'name', catering_services.name,
           'name_latin', catering_services.name_latin, 'meals_per_day', meals_per_day) END AS catering,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'name_latin', name_latin) ORDER BY id), '[]')
        FROM package_other_services JOIN other_services ON id = other_service_id
        WHERE package_id = packages.id) AS other_services
     FROM packages
     LEFT JOIN transportations ON transportations.id = transportation_id
     LEFT JOIN bus_types ON bus_types.id = bus_type_id
     LEFT JOIN catering_services ON catering_services.id = catering_id
     WHERE packages.id = ANY(?)`,
    [packageIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
