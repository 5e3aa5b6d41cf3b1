import { join } from "node:path"
import { pathToFileURL } from "node:url"
import * as Core from "@tributary/core"
import { createJiti } from "jiti"
import * as RuntimeHttp from "../../index.js"

/** Finds and loads modules as a file of one folder would import them. */
export interface ModuleLoader {
  /** The address of a module; undefined if there is none of this name. */
  readonly resolve: (name: string) => string | undefined
  /** Loads a module, TypeScript included. */
  readonly load: (address: string) => Promise<Readonly<Record<string, unknown>>>
}

/** A loader for the files of this folder. They get the core and the runtime of this process: two copies would only cost time. */
export const make = (folder: string): ModuleLoader => {
  const jiti = createJiti(pathToFileURL(join(folder, "tributary.config.ts")).href, {
    fsCache: false,
    interopDefault: false,
    virtualModules: { "@tributary/core": Core, "@tributary/runtime-http": RuntimeHttp }
  })
  return {
    resolve: (name) => jiti.esmResolve(name, { try: true }),
    load: (address) => jiti.import<Readonly<Record<string, unknown>>>(address)
  }
}
