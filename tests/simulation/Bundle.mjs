// Bundles the simulation from the sources; plugins may change them on the way.
import { rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import * as tsup from "tsup"

/** Removes a bundle. */
export const remove = (folder) => rm(folder, { recursive: true, force: true })

/** What a small bundle leaves out: it is loaded from where the tests load it. */
const libraries = ["effect", /^@effect\//, "fast-check"]

/** Bundles a file into a new folder, without the libraries if it is small; returns the path of the folder. */
export const make = async (name, { entry = "simulate.ts", isSmall = false, plugins = [] } = {}) => {
  const folder = fileURLToPath(new URL(`../node_modules/.cache/tributary/${name}-${process.pid}`, import.meta.url))
  await tsup.build({
    config: false,
    silent: true,
    clean: true,
    entry: [fileURLToPath(new URL(entry, import.meta.url))],
    outDir: folder,
    format: "esm",
    target: "node20",
    platform: "node",
    ...(isSmall ? { external: libraries, noExternal: [/^@tributary\//] } : { noExternal: [/./] }),
    esbuildPlugins: plugins,
    esbuildOptions: (options) => {
      options.conditions = ["@tributary/source"]
    }
  })
  return folder
}
