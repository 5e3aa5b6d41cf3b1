import { existsSync, readdirSync, readFileSync } from "node:fs"
import * as PackageFiles from "./PackageFiles.js"

/** A file that the page loads. */
export interface Part {
  /** Its path below the folder of all parts. */
  readonly path: string
  readonly text: string
}

/** The module that the page starts with, and the one below it that renders. */
export const MAIN = "standalone.esm.js"

/** The browser build of Scalar: the development dependency in a checkout, or the copy that `tsup.config.ts` adds to the built package. */
const folder = (): string => {
  const dependency = PackageFiles.path("node_modules", "@scalar", "api-reference", "dist", "browser")
  return existsSync(dependency) ? dependency : PackageFiles.path("dist", "reference")
}

/**
 * What is changed in Scalar's search. By itself it ranks every list with a parameter `cursor` above the guide whose title has that word:
 * the name of a parameter counts nearly as much as a title, and more if it is the whole word that was searched for.
 */
const ranking = {
  file: MAIN,
  from: "{name:`parameters`,weight:.55}",
  to: "{name:`parameters`,weight:.01}"
} as const

const ranked = ({ path, text }: Part): Part =>
  path === ranking.file ? { path, text: text.replace(ranking.from, ranking.to) } : { path, text }

/** The files of the renderer that a page may load. */
export const read = (): ReadonlyArray<Part> => {
  const from = folder()
  return readdirSync(from, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path === MAIN || /^chunks\/.*\.js$/.test(path))
    .sort()
    .map((path) => ranked({ path, text: readFileSync(`${from}/${path}`, "utf8") }))
}

const STATIC_IMPORT = /\bfrom"\.\/(?:chunks\/)?([^"]+\.js)"/g

/** The paths of a module and of all that it imports at once, so that a browser can load them at the same time. */
export const loadedWith = (path: string, parts: ReadonlyArray<Part>): ReadonlyArray<string> => {
  const byPath = new Map(parts.map((part) => [part.path, part.text]))
  const found = new Set<string>()
  const visit = (path: string) => {
    const text = byPath.get(path)
    if (text === undefined || found.has(path)) return
    found.add(path)
    for (const [, name] of text.matchAll(STATIC_IMPORT)) visit(`chunks/${name}`)
  }
  visit(path)
  return [...found]
}
