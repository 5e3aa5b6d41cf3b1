import { createHash } from "node:crypto"
import { migrations } from "../../../runtime-http/src/store/postgres/migrations/index.js"
import * as Databases from "../../support/process/Databases.js"
import * as Fill from "./Fill.js"

const PREFIX = "tributary_bench_template_"

/** Changes with the schema and with what the fill writes. */
const versionHash = (): string =>
  createHash("sha256")
    .update(JSON.stringify([migrations, Fill.version()]))
    .digest("hex")
    .slice(0, 12)

const templates = (server: string): Promise<ReadonlyArray<string>> =>
  Databases.connected(server, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1)",
      [PREFIX]
    )
    return rows.map(({ datname }) => datname)
  })

/**
 * The name of the filled database, which stays on the server for the next run: filling takes longer than any case. It is filled under
 * another name, so that a run that is stopped leaves nothing that looks complete. Templates of other versions are dropped.
 */
export const filled = async (server: string, say: (text: string) => void): Promise<string> => {
  const name = `${PREFIX}${versionHash()}`
  const present = await templates(server)
  if (present.includes(name)) return name
  for (const other of present) await Databases.run(server, `drop database if exists ${other} with (force)`)
  const database = await Databases.create(server)
  try {
    await Fill.fill(database.url, say)
    await Databases.run(server, `alter database ${database.name} rename to ${name}`)
  } catch (error) {
    await database.drop()
    // Another run can have been faster.
    if (!(await templates(server)).includes(name)) throw error
  }
  return name
}
