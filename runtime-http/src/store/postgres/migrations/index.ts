// store/postgres/migrations: the schema's history, one file per step.

import { schema } from "./0001_schema.js"
import type { Migration } from "./Migration.js"

/** Every migration, oldest first. A released migration never changes; a later one corrects it. */
export const migrations: ReadonlyArray<Migration> = [schema]
