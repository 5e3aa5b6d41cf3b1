// `npm run walk`: how many files a row of a vendor and a request of a caller pass through.
import { startBundled } from "../support/run/startBundled.mjs"

// The bundle's functions are counted for the file of the sources that declares them.
process.setSourceMapsEnabled(true)
await startBundled("walk", new URL("./", import.meta.url), {}, { sourcemap: true })
