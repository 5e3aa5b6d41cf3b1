import { randomUUID } from "node:crypto"
import type { Operation } from "../contract/Document.js"
import type { Body, Field, Known, Plan, Twist, Value } from "../generate/Plan.js"
import * as World from "../world/World.js"

/** A request as it is sent. */
export interface Request {
  readonly operation: Operation
  readonly method: string
  /** The path with its query. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  /** Null for none. */
  readonly body: Buffer | null
  /** The name of what is done to its bytes; null for nothing. */
  readonly distortion: string | null
  /** The index of the account whose data the answer may contain; null if the key is not valid. */
  readonly account: number | null
  /** Whether the key is one that works, one that does not, one of which the document says nothing, or one that may only read. */
  readonly key: "valid" | "invalid" | "unclear" | "reading"
  /** Whether it certainly names something of another account, which the answer then must not serve. */
  readonly isForeign: boolean
  /** Whether it may reach no operation, because of its method, its path or its bytes. */
  readonly mayMiss: boolean
  readonly connection: World.Connection | null
  /** The organization in the path; null if there is none. */
  readonly organization: string | null
  readonly query: string
}

const halfway = (text: string) => Math.floor(text.length / 2)

const twists: Readonly<Record<Twist, (text: string) => string>> = {
  none: (text) => text,
  cut: (text) => text.slice(0, -1),
  flipped: (text) => {
    const at = halfway(text)
    return `${text.slice(0, at)}${text[at] === "a" ? "b" : "a"}${text.slice(at + 1)}`
  },
  upper: (text) => text.toUpperCase(),
  doubled: (text) => `${text}${text}`
}

/** The text with half characters replaced, which have no bytes. */
const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd")

/** Encodes any text, also one with half characters. */
const encoded = (text: string): string => encodeURIComponent(wellFormed(text))

/** Sends a text as the bytes of its UTF-8, which is how clients send other characters than Latin-1 in headers; Node refuses some characters. */
const headerText = (text: string): string =>
  Buffer.from(wellFormed(text), "utf8")
    .toString("latin1")
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, "?")

const repeated = ({ head, piece, tail, times }: Extract<Body, { readonly _tag: "Repeated" }>): string => {
  const numbered = piece.includes("#")
  const middle = numbered
    ? Array.from({ length: times }, (_, index) => piece.replace("#", String(index))).join("")
    : piece.repeat(times)
  return `${head}${middle}${tail}`
}

/** Puts the ids that the world has into a plan. */
export const make = (operation: Operation, plan: Plan, world: World.World, id: string): Request => {
  const own = world.accounts[plan.account] as World.Account
  const foreign = world.accounts[(plan.account + 1) % world.accounts.length] as World.Account
  const method = plan.method ?? operation.method
  const isDeletion = method === "DELETE"
  let isForeign = false
  let mayMiss = plan.method !== null || plan.distortion !== null

  const findConnection = (value: Value | undefined): World.Connection | null =>
    value?._tag === "Known"
      ? World.pickConnection(value.isForeign ? foreign : own, value.pick, isDeletion && !value.isForeign)
      : null
  const { takesConnection } = operation
  const connection = findConnection(takesConnection ? plan.connection[0] : plan.path["connection_id"])

  const pickOf = (value: Value | undefined): number => (value?._tag === "Known" ? value.pick : 0)

  const real = ({ isForeign: ofOther, pick, source }: Known): string | null => {
    const account = ofOther ? foreign : own
    switch (source) {
      case "organization":
        if (!ofOther && operation.path.includes("{session_id}")) {
          const session = World.pickFrom(account.sessions, pickOf(plan.path["session_id"]))
          if (session !== null) return session.organization
        }
        // That of the connection in the same path, without which no path with both leads anywhere.
        return !ofOther && connection !== null && own.connections.includes(connection)
          ? connection.organization
          : World.pickOrganization(account, pick, isDeletion && !ofOther)
      case "connection":
        return World.pickConnection(account, pick, isDeletion && !ofOther)?.id ?? null
      case "job":
        return World.pickFrom(account.jobs, pick)
      case "webhook":
        // That of the delivery in the same path, without which no path with both leads anywhere.
        return (
          World.pickFrom(account.deliveries, pickOf(plan.path["delivery_id"]))?.webhook ??
          World.pickFrom(account.webhooks, pick)
        )
      case "delivery":
        return World.pickFrom(account.deliveries, pick)?.id ?? null
      case "session":
        return World.pickFrom(account.sessions, pick)?.id ?? null
      case "erasure":
        return World.pickFrom(account.erasures, pick)
      case "vendor":
        return World.pickFrom(world.vendors, pick)
      default:
        return World.pickFrom(World.recordsOf(account, source, ofOther ? null : connection), pick)
    }
  }

  const textOfKnown = (known: Known): string => {
    const found = real(known)
    if (found !== null && known.isForeign && known.source !== "vendor") isForeign = true
    return twists[known.twist](found ?? randomUUID())
  }

  const textOf = (value: Value): string => {
    if (value._tag !== "Known") return value.text
    return textOfKnown(value)
  }

  const inAddress = (value: Value): string => (value._tag === "Raw" ? value.text : encoded(textOf(value)))

  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const segment = inAddress(plan.path[name] ?? { _tag: "Text", text: "" })
    // An empty part is another path, and dots are parts that clients resolve.
    if (segment === "" || plan.path[name]?._tag === "Raw") mayMiss = true
    return segment
  })

  const query = plan.query.map(([name, value]) => {
    const before = isForeign
    const text = inAddress(value)
    // A filter by a foreign id finds nothing, which is no error.
    isForeign = before
    return `${encoded(name)}=${text}`
  })

  const followed = (): string | null => {
    if (plan.follow === null) return null
    const { isForeign: ofOther, pick, twist } = plan.follow
    const from = ofOther ? foreign.connections : [connection ?? own.connections[0]]
    const link = World.pickFrom(
      from.flatMap((each) => each?.pages.get(operation.path) ?? []),
      pick
    )
    if (link === null) return null
    if (ofOther) isForeign = true
    return [...(link.query === "" ? [] : [link.query]), `cursor=${encoded(twists[twist](link.cursor))}`].join("&")
  }

  const credentials = ({ isForeign: ofOther, pick, twist }: Known) => {
    const tenant = World.pickFrom(own.tenants, pick) as World.Tenant
    // A customer may own any tenant at the vendor, so foreign ones are not tried: only what is wrong.
    return { base_url: ofOther ? `${tenant.address}/nowhere` : tenant.address, api_key: twists[twist](tenant.secret) }
  }

  const jsonOf = (field: Field): unknown => {
    if (field._tag === "Json") return field.json
    return field.source === "credentials" ? credentials(field) : textOfKnown(field)
  }

  /** Names get the marker of their account, so that they are found in the answers of another one. */
  const marked = (name: string, json: unknown): unknown =>
    ["name", "identifier"].includes(name) && typeof json === "string" && json.length % 2 === 0
      ? `${own.marker} ${json}`.slice(0, 500)
      : json

  const bytesOf = (body: Body): Buffer => {
    switch (body._tag) {
      case "Fields": {
        const all = Object.entries(body.fields).map(([name, field]) => [name, marked(name, jsonOf(field))])
        return Buffer.from(JSON.stringify(Object.fromEntries(all)))
      }
      case "Text":
        return Buffer.from(wellFormed(body.text))
      case "Bytes":
        return Buffer.from(body.bytes)
      case "Repeated":
        return Buffer.from(repeated(body))
    }
  }

  const connectionText = (value: Value, index: number): string => {
    const before = isForeign
    const text =
      index === 0 && takesConnection && value._tag === "Known" && connection !== null
        ? twists[value.twist](connection.id)
        : textOf(value)
    isForeign = before || (takesConnection && value._tag === "Known" && value.isForeign)
    return text
  }

  const body = plan.body === null ? null : bytesOf(plan.body)
  const keys: Readonly<Record<Plan["key"], ReadonlyArray<string>>> = {
    own: [own.key],
    missing: [],
    empty: [""],
    mangled: [twists.flipped(own.key)],
    unknown: [`tributary_${id}`],
    repeated: [own.key, own.key],
    "in the query": [],
    reading: [own.readingKey]
  }
  const validity = { own: "valid", repeated: "unclear", reading: "reading" } as const
  const key = plan.key in validity ? validity[plan.key as keyof typeof validity] : "invalid"
  if (plan.key === "in the query") query.push(`X-API-KEY=${encoded(own.key)}`)
  const sentQuery = followed() ?? query.join("&")

  const headers: Array<readonly [string, string]> = [
    ["x-request-id", id],
    ...plan.headers.map(([name, value]) => [name, headerText(value)] as const),
    ...keys[plan.key].map((value) => ["x-api-key", value] as const),
    ...plan.connection.map((value, index) => ["x-connection-id", headerText(connectionText(value, index))] as const),
    ...(body === null || plan.headers.some(([name]) => name === "content-type")
      ? []
      : [["content-type", "application/json"] as const])
  ]
  return {
    operation,
    method,
    target: `/v1${path}${sentQuery === "" ? "" : `?${sentQuery}`}`,
    headers,
    body,
    distortion: plan.distortion,
    account: key === "invalid" ? null : plan.account,
    key,
    // A distortion may replace what names it.
    isForeign: isForeign && (key === "valid" || key === "reading") && plan.distortion === null,
    mayMiss,
    connection: connection !== null && own.connections.includes(connection) ? connection : null,
    organization: plan.path["organization_id"]?._tag === "Known" ? (path.split("/")[3] ?? null) : null,
    query: sentQuery
  }
}
