// Bundles the simulation from the sources; plugins may change them on the way.
import { rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import * as tsup from "tsup"

/** Removes a bundle. */
export const remove = (folder) => rm(folder, { recursive: true, force: true })

/** Bundles into a new folder; returns the path of the folder. */
export const make = async (name, plugins = []) => {
  const folder = fileURLToPath(new URL(`../node_modules/.cache/tributary/${name}-${process.pid}`, import.meta.url))
  await tsup.build({
    config: false,
    silent: true,
    clean: true,
    entry: [fileURLToPath(new URL("simulate.ts", import.meta.url))],
    outDir: folder,
    format: "esm",
    target: "node20",
    platform: "node",
    noExternal: [/./],
    esbuildPlugins: plugins,
    esbuildOptions: (options) => {
      options.conditions = ["@tributary/source"]
    }
  })
  return folder
}
