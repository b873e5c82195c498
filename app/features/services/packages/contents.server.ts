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
  transportation: { company_name: string; bus_type: string } | null;
  catering: { name: string; type: string; meals_per_day: number } | null;
  other_services: { id: number; name: string }[];
};

/** The contents of packages as they are now, by their ids. */
export async function contentsOf(db: Db, packageIds: number[]): Promise<Map<number, PackageContents>> {
  const { rows } = await db.raw<{ rows: PackageContents[] }>(
    `SELECT packages.id, packages.name, packages.type, duration, room_occupancy_basis,
       CASE WHEN transportations.id IS NOT NULL
         THEN json_build_object('company_name', company_name, 'bus_type', bus_types.name) END AS transportation,
       CASE WHEN catering_services.id IS NOT NULL
         THEN json_build_object('name', catering_services.name, 'type', catering_types.name,
           'meals_per_day', meals_per_day) END AS catering,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY id), '[]')
        FROM package_other_services JOIN other_services ON id = other_service_id
        WHERE package_id = packages.id) AS other_services
     FROM packages
     LEFT JOIN transportations ON transportations.id = transportation_id
     LEFT JOIN bus_types ON bus_types.id = bus_type_id
     LEFT JOIN catering_services ON catering_services.id = catering_id
     LEFT JOIN catering_types ON catering_types.id = catering_type_id
     WHERE packages.id = ANY(?)`,
    [packageIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
