// `npm run soak`
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { startBundled } from "../support/run/startBundled.mjs"

const STARTED = "SOAK_STARTED"

/** Starts this file again in a session of its own, whose priority the run lowers: that of a terminal would stay low for ever. */
const startAgain = () => {
  const env = { ...process.env, [STARTED]: "true" }
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { detached: true, stdio: "inherit", env })
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal))
  child.once("exit", (code) => process.exit(code ?? 1))
}

if (process.env[STARTED] === undefined) startAgain()
else {
  await startBundled("soak", new URL("./", import.meta.url), {
    server: "server.ts",
    noise: "noise.ts",
    polite: "polite.ts"
  })
}
