/**
 * The Atlassian Document Format, in which Jira keeps descriptions and comments.
 *
 * https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
 */

interface Node {
  readonly type?: unknown
  readonly text?: unknown
  readonly attrs?: Readonly<Record<string, unknown>> | null
  readonly content?: unknown
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === "object"

/** For each inline node, the attributes that hold its visible text; the first non-empty one wins. */
const INLINE: Readonly<Record<string, ReadonlyArray<string>>> = {
  mention: ["text", "id"],
  emoji: ["text", "shortName"],
  status: ["text"],
  inlineCard: ["url"],
  blockCard: ["url"],
  embedCard: ["url"],
  media: ["alt"],
  mediaInline: ["alt"]
}

const dateOf = (timestamp: unknown): string => {
  const date = new Date(Number(timestamp))
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10)
}

const attribute = ({ attrs }: Node, names: ReadonlyArray<string>): string => {
  const found = names.map((name) => attrs?.[name]).find((value) => typeof value === "string" && value !== "")
  return typeof found === "string" ? found : ""
}

/**
 * How many nodes and characters of a document are read. Jira accepts at most 32,767 characters, and a document of so many, with its
 * nodes and the indents of its lists, has far fewer than ten times as many.
 */
const MAX_LENGTH = 327_670

/** Ends a text that was cut because its document is too long. */
const CUT = "… (the rest of the text is too long)"

/** The text as it is written, and how much more may follow. */
interface Writing {
  readonly parts: Array<string>
  left: number
}

const write = (out: Writing, text: string): void => {
  if (text !== "") out.parts.push(text.length > out.left ? text.slice(0, Math.max(0, out.left)) : text)
  out.left -= text.length
}

/** Writes a text whose lines after the first begin with `indent`, line by line: replaced all at once, a long one would become many times longer. */
const writeLines = (out: Writing, text: string, indent: string): void => {
  let at = 0
  while (out.left >= 0) {
    const end = text.indexOf("\n", at)
    write(out, text.slice(at, end < 0 ? text.length : end))
    if (end < 0) return
    write(out, `\n${indent}`)
    at = end + 1
  }
}

/** Writes the nodes within a node. */
const writeContent = (out: Writing, { content }: Node, each: (node: Node, index: number) => void): void => {
  let index = 0
  for (const node of Array.isArray(content) ? (content as ReadonlyArray<unknown>) : []) {
    if (out.left < 0) return
    if (isNode(node)) each(node, index++)
  }
}

/** Writes the nodes within a node with a separator between those that have a text. */
const writeApart = (out: Writing, node: Node, indent: string): void => {
  const own = attribute(node, INLINE[String(node.type)] ?? ["title"])
  let isEmpty = own === ""
  writeLines(out, own, indent)
  writeContent(out, node, (each) => {
    const { length } = out.parts
    if (!isEmpty) write(out, `\n${indent}`)
    const start = out.parts.length
    writeNode(out, each, indent)
    if (out.parts.length === start) out.parts.length = length
    else isEmpty = false
  })
}

/** Writes a node whose lines after the first begin with `indent`. */
const writeNode = (out: Writing, node: Node, indent: string): void => {
  const items = (mark: (index: number) => string) =>
    writeContent(out, node, (item, index) => {
      write(out, `${index === 0 ? "" : `\n${indent}`}${mark(index)} `)
      writeNode(out, item, `${indent}  `)
    })
  out.left -= 1
  switch (node.type) {
    case "text":
      if (typeof node.text === "string") writeLines(out, node.text, indent)
      break
    case "hardBreak":
      write(out, `\n${indent}`)
      break
    case "date":
      write(out, dateOf(node.attrs?.["timestamp"]))
      break
    case "paragraph":
    case "heading":
    case "codeBlock":
    case "caption":
    case "taskItem":
    case "decisionItem":
      writeContent(out, node, (each) => writeNode(out, each, indent))
      break
    case "bulletList":
      items(() => "-")
      break
    case "orderedList":
      items((index) => `${index + 1}.`)
      break
    case "tableRow":
      writeContent(out, node, (cell, index) => {
        write(out, index === 0 ? "" : " | ")
        writeNode(out, cell, indent)
      })
      break
    default:
      writeApart(out, node, indent)
  }
}

/** The text that a reader of the document sees, and its beginning if it is far longer than Jira accepts; null when there is none. */
export const toText = (document: unknown): string | null => {
  if (typeof document === "string") return document.trim() || null
  if (!isNode(document)) return null
  const out: Writing = { parts: [], left: MAX_LENGTH }
  writeNode(out, document, "")
  const text = out.parts.join("").trim()
  return out.left < 0 ? `${text.toWellFormed()}${CUT}` : text || null
}

/** An Atlassian document with one paragraph for each line of `text`. */
export const fromText = (text: string) => ({
  version: 1,
  type: "doc",
  content: text.split(/\r?\n/).map((line) => ({
    type: "paragraph",
    content: line === "" ? [] : [{ type: "text", text: line }]
  }))
})
