// Plain JavaScript, because the programs that bundle a run are started without a loader.
import * as tsup from "tsup"

/** Bundles files of the sources, so that they run in a process of their own without building the packages. */
export const bundleFiles = (entry, outDir, options = {}) =>
  tsup.build({
    config: false,
    silent: true,
    entry,
    outDir,
    format: "esm",
    target: "node20",
    splitting: false,
    noExternal: [/./],
    // Some bundled packages are CommonJS.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
    },
    esbuildOptions: (esbuild) => {
      esbuild.conditions = ["@tributary/source"]
    },
    ...options
  })
