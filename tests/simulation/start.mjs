// `npm run simulate`: bundles the simulation from the sources, then runs it in this process and in workers.
import { pathToFileURL } from "node:url"
import * as Bundle from "./Bundle.mjs"

const folder = await Bundle.make("simulation")
let code = 1
try {
  const { main } = await import(pathToFileURL(`${folder}/simulate.js`).href)
  code = await main(process.argv.slice(2), Bundle)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
} finally {
  await Bundle.remove(folder)
}
process.exit(code)
