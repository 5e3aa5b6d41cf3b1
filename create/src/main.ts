import { parseArgs } from "node:util"
import * as Scaffold from "./Scaffold.js"

const USAGE = `Usage: npm create tributary-connector <vendor> [-- --folder <folder>] [-- --no-install]

Makes the package of a connector for a vendor, such as acme-corp, and installs what it needs.`

const run = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { folder: { type: "string" }, "no-install": { type: "boolean" }, help: { type: "boolean", short: "h" } }
  })
  if (values.help === true) return console.log(USAGE)
  await Scaffold.make({
    vendor: positionals.join(" "),
    folder: values.folder,
    cwd: process.cwd(),
    manager: values["no-install"] === true ? null : Scaffold.managerOf(process.env),
    print: console.log
  })
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof Scaffold.ScaffoldError ? 1 : 2
})
