import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"

/** A file that the page loads. */
export interface Asset {
  /** Its media type. */
  readonly contentType: string
  /** Its content. */
  readonly bytes: Uint8Array
}

/** The built page. */
export interface PageAssets {
  /** The name of the script, which contains a hash of its content, as do the others. */
  readonly script: string
  /** The name of the styles. */
  readonly style: string
  /** The name of the icon for a product without a logo. */
  readonly icon: string
  /** The files that the page may load, by their names. */
  readonly files: ReadonlyMap<string, Asset>
  /** The script with which a product frames the page. */
  readonly embed: Asset
}

const PACKAGE = "@tributary/console"

const contentTypes: Readonly<Record<string, string>> = {
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  svg: "image/svg+xml"
}

/** The folder of the built package, wherever it is installed. */
const folder = (): string => join(dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)), "dist")

/** What the build of the package says of the page. */
interface Manifest {
  readonly connect: Pick<PageAssets, "icon" | "script" | "style">
  readonly embed: string
}

/** Reads the built page. */
export const read = (): PageAssets => {
  const from = folder()
  const assetOf = (name: string): Asset => ({
    contentType: contentTypes[name.slice(name.lastIndexOf(".") + 1)] ?? "application/octet-stream",
    bytes: readFileSync(join(from, name))
  })
  const { connect, embed }: Manifest = JSON.parse(readFileSync(join(from, "manifest.json"), "utf8"))
  const names = [connect.script, connect.style, connect.icon]
  return { ...connect, files: new Map(names.map((name) => [name, assetOf(name)])), embed: assetOf(embed) }
}
