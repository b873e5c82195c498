import type { Db } from "~/db/knex.server";

/** What a package gives a pilgrim, as papers say it. */
export type PackageContents = {
  id: number;
  name: string;
  type: string;
  /** In days. */
  duration: number;
  /** Pilgrims in a room, 1 to 4. */
  room_occupancy_basis: number;
  stays: { place: number; hotel_id: number; hotel: string; city: string; nights: number }[];
  transportation: { id: number; company_name: string; name_latin: string | null; bus_type: string } | null;
  catering: { id: number; name: string; name_latin: string | null; meals_per_day: number } | null;
  other_services: { id: number; name: string; name_latin: string | null }[];
};

/** `PackageContents` of a row of `packages`, in SQL. */
export const packageContents = `json_build_object(
  'id', packages.id, 'name', packages.name, 'type', packages.type, 'duration', duration,
  'room_occupancy_basis', room_occupancy_basis,
  'stays', (
    SELECT coalesce(json_agg(json_build_object('place', place, 'hotel_id', hotel_id, 'hotel', hotels.name, 'city', cities.name,
      'nights', nights) ORDER BY place), '[]')
    FROM stays_of_packages JOIN hotels ON hotels.id = hotel_id JOIN cities ON cities.id = city_id
    WHERE package_id = packages.id),
  'transportation', (
    SELECT json_build_object('id', transportations.id, 'company_name', company_name, 'name_latin', name_latin, 'bus_type', name)
    FROM transportations JOIN bus_types ON bus_types.id = bus_type_id WHERE transportations.id = transportation_id),
  'catering', (
    SELECT json_build_object('id', id, 'name', name, 'name_latin', name_latin, 'meals_per_day', meals_per_day)
    FROM catering_services WHERE id = catering_id),
  'other_services', (
    SELECT coalesce(json_agg(json_build_object('id', id, 'name', name, 'name_latin', name_latin) ORDER BY id), '[]')
    FROM package_other_services JOIN other_services ON id = other_service_id WHERE package_id = packages.id))`;

/** The contents of packages as they are now, by their ids. */
export async function contentsOf(db: Db, packageIds: number[]): Promise<Map<number, PackageContents>> {
  const rows: { contents: PackageContents }[] = await db("packages")
    .whereIn("id", packageIds)
    .select({ contents: db.raw(packageContents) });
  return new Map(rows.map(({ contents }) => [contents.id, contents]));
}
