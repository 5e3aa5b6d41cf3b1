import { readdirSync, readFileSync } from "node:fs"
import ts from "typescript"

/** The address of a file of the repository. */
const at = (path: string): URL => new URL(`../../${path}`, import.meta.url)

/** A row of the table of vendor APIs. */
export interface VendorApi {
  /** The folder of the connector. */
  readonly connector: string
  /** Whether it is only asked while a customer consents in the browser, where no script answers. */
  readonly isOfConsent: boolean
  /** The version of the API; a header may name it. */
  readonly version: string
  /** What the connector's addresses begin with, each with the version if a parameter names it. */
  readonly addresses: ReadonlyArray<string>
  /** The address of the page that documents the API. */
  readonly documentation: string
  /** The day when somebody last compared the addresses with that page. */
  readonly checked: string
  /** The day when the vendor ends the API, or `not announced`. */
  readonly ends: string
}

const codesIn = (cell: string): ReadonlyArray<string> => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)

/** The rows of the table in `tests/architecture/VENDOR_APIS.md`. */
export const rows = (): ReadonlyArray<VendorApi> =>
  readFileSync(at("tests/architecture/VENDOR_APIS.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => {
      const [, connector = "", api = "", version = "", addresses = "", documentation = "", checked = "", ends = ""] =
        line.split("|").map((cell) => cell.trim())
      return {
        connector: codesIn(connector).join(),
        isOfConsent: api.startsWith("Consent"),
        version,
        addresses: codesIn(addresses),
        documentation,
        checked,
        ends
      }
    })

/** The folders of the connectors. */
export const folders = (): ReadonlyArray<string> => readdirSync(at("connectors/")).toSorted()

const BEGINNING = /^(https:\/\/[^/]+)?\/[a-z._]/i
const VERSION = /^v?\d+(\.\d+)*$/
const DAY = /^\d{4}-\d\d-\d\d$/

/** Whether a text is the rest of an address behind a host, with a version or for a token. */
const isRest = (text: string): boolean =>
  text.startsWith("/") && (text.endsWith("/token") || text.split("/").some((part) => VERSION.test(part)))

/** Whether a text of a source asks a vendor for something; `begins` says that nothing precedes it in its template. */
const isAsked = (text: string, begins: boolean): boolean =>
  (begins && BEGINNING.test(text)) || isRest(text) || DAY.test(text)

/** The options and constants of a connector that have addresses at which it asks nothing. */
const SHOWN: ReadonlyArray<string> = ["authorizeUrl", "docsUrl", "example", "help", "pageUrl", "scope"]

const isShown = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && SHOWN.includes(node.name.getText())

/** The addresses and versions in a source: in its texts, but not in its comments and imports, nor in what it only shows. */
export const askedIn = (source: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || isShown(node)) return
    const begins = ts.isStringLiteralLike(node) || ts.isTemplateHead(node)
    if ((begins || ts.isTemplateMiddleOrTemplateTail(node)) && isAsked(node.text, begins)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile("source.ts", source, ts.ScriptTarget.Latest, true))
  return found
}

/** The addresses and versions in the sources of a connector. */
export const textsOf = (connector: string): ReadonlyArray<string> =>
  readdirSync(at(`connectors/${connector}/src/`), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => askedIn(readFileSync(at(`connectors/${connector}/src/${file}`), "utf8")))

/** The parts of a path, without the host before it. */
const partsOf = (path: string): ReadonlyArray<string> =>
  path
    .replace(/^https:\/\/[^/]+/, "")
    .split("/")
    .filter((part) => part !== "")

/** Whether the path of the table is the beginning of a path, part by part: `/findings` does not begin `/findingsv2`. */
const begins = (listed: string, path: string): boolean => {
  const [wanted, parts] = [partsOf(listed), partsOf(path)]
  if (wanted.length === 0) return parts.length === 0
  return wanted.every((part, index) => part === parts[index] || /^\{\w+\}$/.test(part))
}

const pathOf = (address: string): string => address.split("?", 1)[0] ?? ""

/** Whether an address of the table covers a text of a source: the text begins as the address does, or is a later part of it. */
const covers = (address: string, text: string): boolean =>
  begins(pathOf(address), pathOf(text)) || ((isRest(text) || DAY.test(text)) && address.includes(text))

/** The texts of a source whose addresses and versions are not in the table. */
export const unlisted = (texts: ReadonlyArray<string>, addresses: ReadonlyArray<string>): ReadonlyArray<string> =>
  texts.filter((text) => !addresses.some((address) => covers(address, text)))

const versionsIn = ({ searchParams }: URL): ReadonlyArray<string> =>
  [...searchParams].filter(([name]) => /version$/i.test(name)).map(([, version]) => version)

/** Whether an address of the table covers a request: the host if the table names it, the beginning of the path, and the version. */
export const isOf = (address: string, request: URL): boolean => {
  const listed = new URL(address, request)
  return (
    listed.host === request.host &&
    begins(pathOf(address), request.pathname) &&
    JSON.stringify(versionsIn(listed)) === JSON.stringify(versionsIn(request))
  )
}
