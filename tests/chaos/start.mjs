// `npm run chaos`
import { startBundled } from "../support/run/startBundled.mjs"

await startBundled("chaos", new URL("./", import.meta.url), { server: "server/main.ts" })
