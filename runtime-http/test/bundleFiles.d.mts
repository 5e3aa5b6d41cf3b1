import type { Options } from "tsup"

/** Bundles files of the sources with every package, so that they run in a process of their own without building the packages. */
export const bundleFiles: (
  /** The sources, by the names of their bundles. */
  entry: Readonly<Record<string, string>>,
  outDir: string,
  /** Options of tsup; by default every package is bundled. */
  options?: Pick<Options, "clean" | "esbuildPlugins" | "external" | "noExternal" | "platform" | "sourcemap">
) => Promise<void>
