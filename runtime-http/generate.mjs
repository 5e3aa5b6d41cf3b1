// Writes what is generated from the built package and committed; the tests compare.
import { writeFileSync } from "node:fs"
import { openApiDocument } from "@tributary/runtime-http/api"

writeFileSync(new URL("openapi.json", import.meta.url), `${JSON.stringify(openApiDocument(), null, 2)}\n`)
