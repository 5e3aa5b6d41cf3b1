// `npm run chaos`: bundles the run and its server from the sources, then runs it in this process.
import { mkdir, rm } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import * as tsup from "tsup"

const here = new URL("./", import.meta.url)
const root = new URL("../../", here)
const folder = fileURLToPath(new URL(`node_modules/.cache/tributary/chaos-${process.pid}`, root))

// The run cleans up before it ends. A signal can arrive twice: from the terminal, and from npm.
const stopped = new AbortController()
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(name, () => stopped.abort(`stopped by ${name}`))
for (const name of ["uncaughtException", "unhandledRejection"]) process.on(name, (error) => stopped.abort(error))

await mkdir(folder, { recursive: true })
let code = 1
try {
  await tsup.build({
    config: false,
    silent: true,
    entry: { main: fileURLToPath(new URL("main.ts", here)), server: fileURLToPath(new URL("server/main.ts", here)) },
    outDir: folder,
    format: "esm",
    target: "node20",
    noExternal: [/./],
    // Some bundled packages are CommonJS.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
    },
    esbuildOptions: (options) => {
      options.conditions = ["@tributary/source"]
    }
  })
  stopped.signal.throwIfAborted()
  const { main } = await import(pathToFileURL(`${folder}/main.js`).href)
  code = await main([...process.argv.slice(2), "--server", `${folder}/server.js`], root, stopped.signal)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(code)
