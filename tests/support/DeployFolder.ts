import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parse, parseAllDocuments } from "yaml"

/** The folder `deploy`, which operators copy. */
export const folder = fileURLToPath(new URL("../../deploy/", import.meta.url))

/** The text of one of its files. */
export const text = (file: string): string => readFileSync(`${folder}${file}`, "utf8")

/** A mapping of YAML whose values are looked at one by one. */
// biome-ignore lint/suspicious/noExplicitAny: manifests have no types here, and a missing value fails the test that reads it.
export type Yaml = Record<string, any>

/** A file of YAML with one document; throws if it is not valid, or says a key twice. */
export const yaml = (file: string): Yaml => parse(text(file), { merge: true, strict: true }) as Yaml

/** All documents in the YAML blocks of a Markdown file. */
export const yamlBlocks = (file: string): ReadonlyArray<Yaml> =>
  [...text(file).matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) => {
    const documents = parseAllDocuments(block, { strict: true })
    if (!Array.isArray(documents)) throw new Error(`A block of ${file} is empty.`)
    return documents.map((document) => {
      for (const problem of [...document.errors, ...document.warnings]) throw problem
      return document.toJS() as Yaml
    })
  })

/** The lines in the shell blocks of the README, each with the title above it. */
export const shellCommands = (): ReadonlyArray<{ readonly title: string; readonly line: string }> => {
  let title = ""
  return [...text("README.md").matchAll(/^#+ (.+)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, heading, block = ""]) => {
    title = heading ?? title
    return block.split("\n").flatMap((line) => (line === "" ? [] : [{ title, line }]))
  })
}

/** What the final image runs. */
export const image = () => {
  const file = text("Containerfile")
  const array = (name: string): ReadonlyArray<string> => {
    const [, found] = new RegExp(`^${name} (?:--\\S+ )*(?:CMD )?(\\[.*\\])$`, "m").exec(file) ?? []
    if (found === undefined) throw new Error(`The Containerfile has no ${name} that is a JSON array.`)
    return JSON.parse(found) as ReadonlyArray<string>
  }
  return { entrypoint: array("ENTRYPOINT"), command: array("CMD"), healthCheck: array("HEALTHCHECK") }
}
