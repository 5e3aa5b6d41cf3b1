// `npm run bench`
import { startBundled } from "../support/run/startBundled.mjs"

await startBundled("bench", new URL("./", import.meta.url), {
  runtime: "process/runtime.ts",
  byHand: "process/byHand.ts",
  client: "process/client.ts",
  upsert: "write/upsertProgram.ts",
  worker: "process/workerProgram.ts"
})
