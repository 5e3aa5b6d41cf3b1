import type { Json } from "./json.js"

/** What the run knows real values of: by kind, or the ids of the records of a list. */
export type Source =
  | "organization"
  | "connection"
  | "vendor"
  | "job"
  | "erasure"
  | "webhook"
  | "delivery"
  | "session"
  | "credentials"
  | `records of ${string}`

/** What happens to a real value before it is sent. */
export type Twist = "none" | "cut" | "flipped" | "upper" | "doubled"

/** A real value, which is chosen when the request is sent. */
export interface Known {
  readonly _tag: "Known"
  readonly source: Source
  /** Which one, modulo their number. */
  readonly pick: number
  /** Whether it belongs to another account than the key. */
  readonly isForeign: boolean
  readonly twist: Twist
}

/** A value of a parameter or a header. */
export type Value =
  | Known
  /** Encoded as the place needs it. */
  | { readonly _tag: "Text"; readonly text: string }
  /** Sent as it is. */
  | { readonly _tag: "Raw"; readonly text: string }

/** A field of a body. */
export type Field = Known | { readonly _tag: "Json"; readonly json: Json }

/** The body of a request. */
export type Body =
  | { readonly _tag: "Fields"; readonly fields: Readonly<Record<string, Field>> }
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "Bytes"; readonly bytes: ReadonlyArray<number> }
  /** A text that is too long to be printed; `#` becomes the number of the piece. */
  | {
      readonly _tag: "Repeated"
      readonly head: string
      readonly piece: string
      readonly times: number
      readonly tail: string
    }

/** The API key of a request. */
export type Key = "own" | "missing" | "empty" | "mangled" | "unknown" | "repeated" | "in the query" | "reading"

/** The page of another answer that a list request asks for. */
export interface Follow {
  readonly pick: number
  readonly isForeign: boolean
  readonly twist: Twist
}

/** A request before the real ids are known, as plain data that a seed generates and fast-check can make smaller. */
export interface Plan {
  /** Which of the accounts sends it. */
  readonly account: number
  readonly key: Key
  /** The header of the connection; empty if it is not sent, several if it is repeated. */
  readonly connection: ReadonlyArray<Value>
  readonly path: Readonly<Record<string, Value>>
  readonly query: ReadonlyArray<readonly [name: string, value: Value]>
  /** Follows a cursor, with the query of the answer that had it; null to send the query. */
  readonly follow: Follow | null
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: Body | null
  /** Another method than that of the operation; null for its own. */
  readonly method: string | null
  /** The name of a distortion of the bytes of the request; null for none. */
  readonly distortion: string | null
}
