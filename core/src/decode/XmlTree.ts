import { SaxesParser } from "saxes"
import {
  type Bounds,
  excess,
  MAX_DEPTH,
  MAX_FIELDS,
  MAX_TEXT_BYTES,
  maxValues,
  type Problem,
  tooLarge,
  unreadable
} from "./Decoder.js"
import * as XmlLists from "./XmlLists.js"
import * as XmlSpace from "./XmlSpace.js"

/** An element that is open. */
interface Open {
  readonly name: string
  /** Its path, if a list is at it or below it. */
  readonly path: string | null
  /** The elements and attributes in it; null if there are none so far. */
  fields: XmlLists.Fields | null
  /** The number of names in `fields`. */
  names: number
  text: string
  /** The part of the text that is in CDATA sections. */
  exact: string
}

/** Ends the reading at the first thing that is wrong. */
class Stop {
  constructor(readonly problem: Problem) {}
}

/** White space counts only within a CDATA section; many vendors put some around it. */
const textOf = ({ exact, text }: Open): string | null => {
  const trimmed = XmlSpace.trim(text)
  const own = trimmed === XmlSpace.trim(exact) ? exact : trimmed
  return own === "" ? null : own
}

/**
 * The same text, kept as one run of characters: reading one of them joins the parts that it has grown by. Whatever looks into a text of
 * millions of parts at its end would join all of them at once.
 */
const flat = (text: string): string => (text.charCodeAt(text.length - 1) >= 0 ? text : "")

/**
 * Builds a value of the elements of an XML text while its pieces are written: text is a text, an empty element null, and
 * an element that occurs more than once an array.
 *
 * The parser knows only the entities that are part of XML, and never looks into a document type or at another address:
 * https://github.com/lddubeau/saxes#limitations
 */
export class XmlTree {
  private readonly parser = new SaxesParser({ position: false })
  private readonly open: Array<Open> = [{ name: "", path: XmlLists.START, fields: null, names: 0, text: "", exact: "" }]
  private values = 0
  private isEnding = false

  constructor(
    private readonly lists: XmlLists.Lists,
    private readonly bounds: Bounds
  ) {
    const { parser } = this
    parser.on("error", () => {
      throw new Stop(unreadable(this.isEnding ? "the XML is cut short" : "the answer is not XML"))
    })
    parser.on("opentagstart", ({ name }) => this.begin(name))
    // One by one as they come: an element can have as many as the text is long.
    parser.on("attribute", ({ name, value }) => this.add(`@${name}`, value))
    parser.on("closetag", () => this.end())
    parser.on("text", (text) => {
      this.last.text += text
    })
    parser.on("cdata", (text) => {
      this.last.text += text
      this.last.exact += text
    })
  }

  /** Reads the next piece; what is wrong with it, null if nothing is. */
  write(piece: string): Problem | null {
    const problem = this.until(() => this.parser.write(piece))
    // The parser joins a text, a name, a comment or a document type character by character, at forty bytes of memory for each.
    const { entity, name, text } = this.parser as unknown as Readonly<Record<"entity" | "name" | "text", string>>
    const { last } = this
    last.text = flat(last.text)
    last.exact = flat(last.exact)
    const length = Math.max(text.length, name.length, entity.length, last.text.length)
    return problem ?? (length > MAX_TEXT_BYTES ? tooLarge(excess.text(this.bounds)) : null)
  }

  /** Reads the end of the text; what is wrong with it, null if nothing is. */
  close(): Problem | null {
    this.isEnding = true
    return this.until(() => this.parser.close())
  }

  /** The root element, as the only field of an object. */
  get value(): unknown {
    return this.last.fields
  }

  private until(read: () => void): Problem | null {
    try {
      read()
      return null
    } catch (error) {
      if (error instanceof Stop) return error.problem
      throw error
    }
  }

  private get last(): Open {
    // The element around the root is never closed.
    return this.open[this.open.length - 1] as Open
  }

  private begin(name: string): void {
    if (this.open.length > MAX_DEPTH) throw new Stop(tooLarge(excess.depth(this.bounds)))
    this.open.push({
      name,
      path: XmlLists.pathOf(this.lists, this.last.path, name),
      fields: null,
      names: 0,
      text: "",
      exact: ""
    })
  }

  private end(): void {
    const element = this.open.pop() as Open
    const text = textOf(element)
    if (element.fields !== null && text !== null) element.fields[XmlLists.TEXT] = text
    this.add(element.name, XmlLists.fill(this.lists, element.path, element.fields ?? text))
  }

  private add(name: string, value: unknown): void {
    this.values += 1
    if (this.values > maxValues(this.bounds)) throw new Stop(tooLarge(excess.values(this.bounds)))
    const { last } = this
    last.fields ??= {}
    const { fields } = last
    const others = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (Array.isArray(others)) {
      others.push(value)
      if (others.length > this.bounds.rows.max) throw new Stop(tooLarge(excess.rows(this.bounds)))
      return
    }
    if (others === undefined) {
      last.names += 1
      if (last.names > MAX_FIELDS) throw new Stop(tooLarge(excess.fields(this.bounds)))
    }
    const all = others === undefined ? value : [others, value]
    // An assignment to this name would change the prototype.
    if (name === "__proto__") Object.defineProperty(fields, name, { value: all, enumerable: true, configurable: true })
    else fields[name] = all
  }
}
