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

const nodesOf = (node: Node): ReadonlyArray<Node> => (Array.isArray(node.content) ? node.content.filter(isNode) : [])

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

/** The text of a node whose lines after the first begin with `indent`. */
const textOf = (node: Node, indent: string): string => {
  const lineBreak = `\n${indent}`
  const content = nodesOf(node)
  const texts = () => content.map((each) => textOf(each, indent))
  const items = (mark: (index: number) => string) =>
    content.map((item, index) => `${mark(index)} ${textOf(item, `${indent}  `)}`).join(lineBreak)
  switch (node.type) {
    case "text":
      return typeof node.text === "string" ? node.text.replaceAll("\n", lineBreak) : ""
    case "hardBreak":
      return lineBreak
    case "date":
      return dateOf(node.attrs?.["timestamp"])
    case "paragraph":
    case "heading":
    case "codeBlock":
    case "caption":
    case "taskItem":
    case "decisionItem":
      return texts().join("")
    case "bulletList":
      return items(() => "-")
    case "orderedList":
      return items((index) => `${index + 1}.`)
    case "tableRow":
      return texts().join(" | ")
    default: {
      const own = attribute(node, INLINE[String(node.type)] ?? ["title"]).replaceAll("\n", lineBreak)
      const inner = texts()
        .filter((text) => text !== "")
        .join(lineBreak)
      return own !== "" && inner !== "" ? `${own}${lineBreak}${inner}` : own || inner
    }
  }
}

/** The text that a reader of the document sees; null when there is none. */
export const toText = (document: unknown): string | null => {
  if (typeof document === "string") return document.trim() || null
  return isNode(document) ? textOf(document, "").trim() || null : null
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
