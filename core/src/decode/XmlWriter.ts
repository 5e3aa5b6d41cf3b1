import { TEXT } from "./XmlLists.js"
import * as XmlSpace from "./XmlSpace.js"

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** A text whose white space counts stands in a CDATA section. */
const contentOf = (text: string): string =>
  text === XmlSpace.trim(text) ? escaped(text) : `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`

const element = (name: string, value: unknown): string => {
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join("")
  if (value === null || typeof value !== "object") return `<${name}>${contentOf(String(value ?? ""))}</${name}>`
  const fields = Object.entries(value)
  const attributes = fields.flatMap(([key, each]) =>
    key.startsWith("@") ? [` ${key.slice(1)}="${escaped(String(each ?? ""))}"`] : []
  )
  const inner = fields.flatMap(([key, each]) => {
    if (key.startsWith("@")) return []
    return [key === TEXT ? contentOf(String(each ?? "")) : element(key, each)]
  })
  return `<${name}${attributes.join("")}>${inner.join("")}</${name}>`
}

/** The XML of a value whose only field is the root element. */
export const write = (value: unknown): string => {
  const [root] = value !== null && typeof value === "object" ? Object.entries(value) : []
  return element(...(root ?? ["value", value]))
}
