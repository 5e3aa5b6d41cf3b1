import { nearestName } from "../../../NearestName.js"

/** The part of the paths below one prefix. */
interface Node {
  readonly literals: Map<string, Node>
  /** The node below a parameter, whatever its value. */
  parameter: Node | null
  /** The path that ends here, with its parameters in braces; null if none does. */
  path: string | null
}

const empty = (): Node => ({ literals: new Map(), parameter: null, path: null })

/** Longer than any path of the API: nobody compares more of a request. */
const MAX_PATH = 500
const MAX_SEGMENT = 100

/** Without the empty segments of doubled and trailing slashes. */
const segmentsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((segment) => segment !== "")

const childOf = (node: Node, part: string): Node => {
  if (part.startsWith(":")) {
    node.parameter ??= empty()
    return node.parameter
  }
  const child = node.literals.get(part) ?? empty()
  node.literals.set(part, child)
  return child
}

const treeOf = (templates: ReadonlyArray<string>): Node => {
  const root = empty()
  for (const template of templates) {
    segmentsOf(template).reduce(childOf, root).path = template.replace(/:(\w+)/g, "{$1}")
  }
  return root
}

/** The node below this one: of the same name, of the nearest one, or of a parameter. */
const next = ({ literals, parameter }: Node, segment: string): Node | null => {
  const name = literals.has(segment) ? segment : nearestName(segment.slice(0, MAX_SEGMENT), literals.keys())
  return name === null ? parameter : (literals.get(name) ?? null)
}

const follow = (from: Node | null, segments: ReadonlyArray<string>): string | null =>
  segments.reduce((node: Node | null, segment) => (node === null ? null : next(node, segment)), from)?.path ?? null

/**
 * Finds the path that is closest to one that does not exist, also to one without `prefix`; null if none is close. The answer is a template such
 * as `/v1/idp/users/{user_id}`, so it never repeats an id of the request.
 */
export const make = (templates: ReadonlyArray<string>, prefix: string): ((path: string) => string | null) => {
  const root = treeOf(templates)
  const below = segmentsOf(prefix).reduce((node: Node | null, part) => node?.literals.get(part) ?? null, root)
  return (path) => {
    if (path.length > MAX_PATH) return null
    const segments = segmentsOf(path)
    return follow(root, segments) ?? follow(below, segments)
  }
}
