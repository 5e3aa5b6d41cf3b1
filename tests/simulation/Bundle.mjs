// Bundles the simulation from the sources; plugins may change them on the way.
import { rm } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleFiles } from "../../runtime-http/test/bundleFiles.mjs"

/** Removes a bundle. */
export const remove = (folder) => rm(folder, { recursive: true, force: true })

/** What a small bundle leaves out: it is loaded from where the tests load it. */
const libraries = ["effect", /^@effect\//, "fast-check"]

/** Bundles a file into a new folder, without the libraries if it is small; returns the path of the folder. */
export const make = async (name, { entry = "simulate.ts", isSmall = false, plugins = [] } = {}) => {
  const folder = fileURLToPath(new URL(`../node_modules/.cache/tributary/${name}-${process.pid}`, import.meta.url))
  const source = fileURLToPath(new URL(entry, import.meta.url))
  await bundleFiles({ [basename(entry, ".ts")]: source }, folder, {
    clean: true,
    platform: "node",
    ...(isSmall ? { external: libraries, noExternal: [/^@tributary\//] } : {}),
    esbuildPlugins: plugins
  })
  return folder
}
