// `npm run soak`
import { startBundled } from "../support/run/startBundled.mjs"

await startBundled("soak", new URL("./", import.meta.url), {
  server: "server.ts",
  noise: "noise.ts",
  polite: "polite.ts"
})
