// Bundles a run and the programs that it starts from the sources, then executes the run in this process.
import { mkdir, rm } from "node:fs/promises"
import { fileURLToPath, pathToFileURL } from "node:url"
import { bundleFiles } from "../../../runtime-http/test/bundleFiles.mjs"

const root = new URL("../../../", import.meta.url)

/**
 * Runs the function `main` of `main.ts` in `folder` with the arguments of the command line, and ends this process with its result.
 *
 * `programs` are further files of the folder; the run gets the path of each bundle as an option with the name of the file. The bundles
 * contain every package but those of `scope`, which they load as the package in the folder `home` does. `sourcemap` adds source maps.
 */
export const startBundled = async (name, folder, programs, { home = root, scope = null, sourcemap = false } = {}) => {
  const outDir = fileURLToPath(new URL(`node_modules/.cache/tributary/${name}-${process.pid}`, home))
  const sourceOf = (file) => fileURLToPath(new URL(file, folder))

  // The run cleans up before it ends. A signal can arrive twice: from the terminal, and from npm.
  const stopped = new AbortController()
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopped.abort(`stopped by ${signal}`))
  for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, (error) => stopped.abort(error))

  await mkdir(outDir, { recursive: true })
  let code = 1
  try {
    const entry = Object.entries({ main: "main.ts", ...programs }).map(([key, file]) => [key, sourceOf(file)])
    await bundleFiles(Object.fromEntries(entry), outDir, {
      sourcemap,
      external: scope === null ? [] : [new RegExp(`^${scope}/`)],
      noExternal: [scope === null ? /./ : new RegExp(`^(?!${scope}/)`)]
    })
    stopped.signal.throwIfAborted()
    const { main } = await import(pathToFileURL(`${outDir}/main.js`).href)
    const bundles = Object.keys(programs).flatMap((key) => [`--${key}`, `${outDir}/${key}.js`])
    code = await main([...process.argv.slice(2), ...bundles], root, stopped.signal)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
  process.exit(code)
}
