import { readFileSync, statSync } from "node:fs"
import { Either } from "effect"
import { isReturnAddress } from "../../api/parts/ReturnUrl.js"

/** The logo of the product, as the page loads it. */
export interface ProductLogo {
  /** Its media type. */
  readonly contentType: "image/png" | "image/svg+xml"
  /** Its content. */
  readonly bytes: Uint8Array
}

/** How the page with which customers connect looks, and which sites may frame it. */
export interface PageSettings {
  /** The name of the product that its customers know; null for none. */
  readonly name: string | null
  /** The colour of the product, as `#rrggbb`; null for that of the page. */
  readonly color: string | null
  /** The logo of the product; null for none. */
  readonly logo: ProductLogo | null
  /** The origins whose pages may frame the page. */
  readonly origins: ReadonlyArray<string>
}

/** A page without anything of a product, which nobody may frame. */
export const none: PageSettings = { name: null, color: null, logo: null, origins: [] }

const MAX_NAME = 60

/** A setting that is not set is an empty text. */
type Parsed<A> = Either.Either<A, string>

/** Reads the name of the product. */
export const parseName = (text: string): Parsed<string | null> => {
  const name = text.trim()
  if (name === "") return Either.right(null)
  return name.length <= MAX_NAME && !/\p{Cc}/u.test(name)
    ? Either.right(name)
    : Either.left(`expected a name of at most ${MAX_NAME} characters on one line, such as Acme`)
}

/** Reads the colour of the product. */
export const parseColor = (text: string): Parsed<string | null> => {
  if (text.trim() === "") return Either.right(null)
  return /^#[\da-f]{6}$/i.test(text.trim())
    ? Either.right(text.trim().toLowerCase())
    : Either.left("expected a colour such as #0055aa: a # and six hexadecimal digits")
}

const MAX_LOGO_KIB = 64

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** By its content: whoever names a file may have renamed it. */
const typeOf = (bytes: Buffer): ProductLogo["contentType"] | null => {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return "image/png"
  return /^(?:\uFEFF)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(
    bytes.toString("utf8")
  )
    ? "image/svg+xml"
    : null
}

/** Reads the file of the product's logo. */
export const readLogo = (path: string): Parsed<ProductLogo | null> => {
  if (path.trim() === "") return Either.right(null)
  let bytes: Buffer
  try {
    // A file that is far too large is not read at all.
    if (statSync(path).size > MAX_LOGO_KIB * 1_024) {
      return Either.left(`the file ${path} is larger than ${MAX_LOGO_KIB} KiB; make the image smaller`)
    }
    bytes = readFileSync(path)
  } catch (cause) {
    return Either.left(`the file ${path} cannot be read (${(cause as NodeJS.ErrnoException).code})`)
  }
  const contentType = typeOf(bytes)
  return contentType === null
    ? Either.left(`the file ${path} is neither an SVG nor a PNG image`)
    : Either.right({ contentType, bytes })
}

/** An address without a path, as browsers name the origin of a page; nothing that means more in a policy, such as `*`. */
const isOrigin = (text: string): boolean =>
  !text.includes("*") && isReturnAddress(text) && new URL(text).origin === text

/** Reads the origins whose pages may frame the page. */
export const parseOrigins = (text: string): Parsed<ReadonlyArray<string>> => {
  const origins = text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "")
  const wrong = origins.find((origin) => !isOrigin(origin))
  return wrong === undefined
    ? Either.right([...new Set(origins)])
    : Either.left(
        `${wrong} is no origin; expected addresses such as https://app.example.com, without a path or a slash at the end, separated by commas (http is for this machine, such as http://localhost:3000)`
      )
}
