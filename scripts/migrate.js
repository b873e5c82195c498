import createKnex from "knex";
import config from "../knexfile.js";
import { errorText } from "./refusal.js";

/* Brings the schema of DATABASE_URL up to date, one batch a migration, so that Knex takes one back at a time. */

const knex = createKnex(config);
try {
  while ((await knex.migrate.list())[1].length > 0) await knex.migrate.up();
} catch (error) {
  console.error(errorText(error));
  process.exitCode = 1;
}
process.exit();
