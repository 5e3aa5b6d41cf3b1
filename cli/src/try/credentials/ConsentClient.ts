import { type OAuth2, SignedJwt } from "@tributary/core"
import type { OAuth2Protocol } from "@tributary/core/oauth2"
import { Redacted } from "effect"

/*
 * The client for which somebody consents. It belongs to the person who tries the connector, and not to its credentials.
 */

/** What must be known of a client. */
interface Part {
  /** Its name, as that of a credential. */
  readonly name: string
  /** The label. */
  readonly title: string
  /** Where the value is found. */
  readonly help: string
  /** How it is entered. */
  readonly type: "text" | "secret"
  /** What a connector has to need for it to be asked for; null if all do. */
  readonly need: "private_key" | "app_slug" | null
  /** What a value must be, in words that follow "must be"; null if any text may be one. */
  readonly format: { readonly isValid: (value: string) => boolean; readonly words: string } | null
}

const ID = "oauth_client_id"
const SECRET = "oauth_client_secret"
const KEY = "oauth_private_key"
const SLUG = "oauth_app_slug"

const PARTS: ReadonlyArray<Part> = [
  {
    name: ID,
    title: "Client ID",
    help: "The id of an OAuth client that you registered at the vendor.",
    type: "text",
    need: null,
    format: null
  },
  {
    name: SECRET,
    title: "Client secret",
    help: "The secret of that client.",
    type: "secret",
    need: null,
    format: null
  },
  {
    name: KEY,
    title: "Private key",
    help: "The private key of that client in PEM, with \\n for its line breaks if it has to fit into one line.",
    type: "secret",
    need: "private_key",
    format: { isValid: SignedJwt.isPrivateKey, words: "a private key in PEM without a passphrase" }
  },
  {
    name: SLUG,
    title: "App slug",
    help: "The name of that client in the addresses of the vendor, which is the last part of its public page.",
    type: "text",
    need: "app_slug",
    format: { isValid: (value) => /^[\w-]+$/.test(value), words: "letters, digits and dashes" }
  }
]

/** What must be known of a client for a consent. */
export const partsFor = ({ ownClient }: OAuth2): ReadonlyArray<Part> =>
  PARTS.filter(({ need }) => need === null || ownClient?.needs?.includes(need) === true)

type Texts = Readonly<Record<string, string>>

/** Credentials without the parts of a client. */
export const without = (entered: Texts): Texts =>
  Object.fromEntries(Object.entries(entered).filter(([name]) => PARTS.every((part) => part.name !== name)))

/** What is wrong with a part that was entered, in words that follow its name; null if nothing is, or if it is no part of a client. */
export const problemOf = (name: string, value: string): string | null => {
  const format = PARTS.find((part) => part.name === name)?.format ?? null
  return format === null || format.isValid(value) ? null : `must be ${format.words}`
}

/** The parts that no output may show. */
export const secretsIn = (entered: Texts): ReadonlyArray<string> =>
  PARTS.flatMap(({ name, type }) => (type === "secret" ? (entered[name] ?? []) : []))

/** The client that was entered. */
export const of = (entered: Texts): OAuth2Protocol.OAuth2Client => {
  const { [ID]: clientId = "", [SECRET]: clientSecret = "", [KEY]: privateKey, [SLUG]: appSlug } = entered
  return {
    clientId,
    clientSecret: Redacted.make(clientSecret),
    ...(privateKey === undefined ? {} : { privateKey: Redacted.make(privateKey) }),
    ...(appSlug === undefined ? {} : { appSlug })
  }
}
