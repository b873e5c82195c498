import type { z } from "zod";

/*
 * The schemas of the product, found in what its modules export: also in stores and entities. A schema that a module keeps to itself,
 * or makes anew for each request, is not among them.
 */

const modules = import.meta.glob([
  "../../app/{auth,db,domain,features,files,http}/**/*.ts",
  "../../app/features/**/*.tsx",
]);

type Fields = Readonly<Record<string, z.ZodType>>;

/** The fields of each schema of an object, by where it was found. */
export async function schemasOfProduct(): Promise<Map<string, Fields>> {
  const found = new Map<string, Fields>();
  const seen = new Set<unknown>();
  const look = (value: unknown, place: string) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (isObjectSchema(value)) found.set(place, value.shape);
    else if (Array.isArray(value) || isPlain(value))
      for (const [name, part] of Object.entries(value)) look(part, `${place}.${name}`);
  };
  for (const [path, load] of Object.entries(modules))
    look({ ...((await load()) as object) }, path.replace("../../app/", ""));
  return found;
}

const isPlain = (value: object) => Object.getPrototypeOf(value) === Object.prototype;

const isObjectSchema = (value: object): value is z.ZodObject<Fields> =>
  "_zod" in value && (value as z.ZodType).def.type === "object";
