import template from "./template.generated.json" with { type: "json" }
import type { VendorName } from "./VendorName.js"

/** The files of a package, by their paths. */
export type Files = Readonly<Record<string, string>>

/** `examples/minimal-connector`, the connector for the invented vendor Shelf. */
export const shelf: Files = template

/** What stands for the name of the vendor in the template, and what replaces it, in this order. */
const replacements: ReadonlyArray<readonly [pattern: RegExp, form: (name: VendorName, path: string) => string]> = [
  [/\bSHELF\b/g, ({ key }) => key],
  // The host and the test file, in code too.
  [/\bshelf(?=\.(?:example|test)\b)/g, ({ slug }) => slug],
  [/(?<=tributary-connector-)shelf\b/g, ({ slug }) => slug],
  [/\bshelf\b/g, ({ slug, variable }, path) => (path.endsWith(".ts") ? variable : slug)],
  [/\bShelf(?=[A-Z])/g, ({ type }) => type],
  [/\bShelf\b/g, ({ title }) => title]
]

const renamed = (text: string, name: VendorName, path: string): string =>
  replacements.reduce((done, [pattern, form]) => done.replace(pattern, () => form(name, path)), text)

/** The example is private only because it is part of a workspace. */
const published = (path: string, text: string): string =>
  path === "package.json" ? text.replace(/^ {2}"private": true,\n/m, "") : text

/** The files of a new connector for this vendor. */
export const render = (name: VendorName): Files =>
  Object.fromEntries(
    Object.entries(shelf).map(([path, text]) => [
      path.replaceAll("shelf", name.slug),
      renamed(published(path, text), name, path)
    ])
  )
