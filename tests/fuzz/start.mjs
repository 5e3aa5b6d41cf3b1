// `npm run fuzz`
import { startBundled } from "../support/run/startBundled.mjs"

const programs = {
  server: "server/main.ts",
  // The embedded Postgres starts this from the folder of the server.
  EmbeddedPostgresProcess: "../../runtime-http/src/store/postgres/EmbeddedPostgresProcess.ts"
}

await startBundled("fuzz", new URL("./", import.meta.url), programs, {
  home: new URL("../../runtime-http/", import.meta.url),
  // Its files, such as the WebAssembly of the embedded Postgres, cannot be bundled.
  scope: "@electric-sql"
})
