import { createSocket } from "node:dgram"
import { Effect } from "effect"

/** The addresses that a name server has, by name; it knows no other name. */
export type Zone = Readonly<Record<string, string>>

/** A name server on this machine. */
export interface NameServer {
  /** What resolv.conf calls it. */
  readonly address: string
  /** The names that it was asked for IPv4 addresses, in order. */
  readonly asked: ReadonlyArray<string>
  /** Answers the questions for IPv6 addresses that it has held. */
  readonly release: () => void
}

const TYPE_A = 1
/** The IPv6 address of every name that it knows, if it has one. */
const SIX = "fd00::1"
const HEADER_BYTES = 12

/** The name in a question, and where its type stands. */
const readName = (packet: Buffer): { readonly name: string; readonly end: number } => {
  const labels: Array<string> = []
  let at = HEADER_BYTES
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 }
}

/** What the header of an answer says about a question that is not answered with an address (RFC 1035, 4.1.1). */
export const refusals = { FORMERR: 1, SERVFAIL: 2, NXDOMAIN: 3, NOTIMP: 4, REFUSED: 5 } as const

const answer = (packet: Buffer, end: number, address: string | null, code: number): Buffer => {
  const header = Buffer.from(packet.subarray(0, HEADER_BYTES))
  // An answer, recursion available.
  header.writeUInt16BE(0x8180 + code, 2)
  header.writeUInt16BE(address === null ? 0 : 1, 6)
  // It has no further records, unlike the question.
  header.writeUInt16BE(0, 10)
  const question = packet.subarray(HEADER_BYTES, end + 4)
  if (address === null) return Buffer.concat([header, question])
  const bytes =
    address === SIX ? Buffer.from("fd000000000000000000000000000001", "hex") : address.split(".").map(Number)
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc000 + HEADER_BYTES, 0)
  record.writeUInt16BE(packet.readUInt16BE(end), 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(bytes.length, 10)
  return Buffer.concat([header, question, record, Buffer.from(bytes)])
}

/** How a name server differs from one that answers all questions. */
export interface NameServerSettings {
  /** What it says about names that end like this, for which it says nothing else. */
  readonly refused?: Readonly<Record<string, keyof typeof refusals>>
  /** Whether it answers questions for IPv6 addresses never, or only when it is told to; by default it says at once that there are none. */
  readonly six?: "dropped" | "held"
}

/** Names that end like this never get an answer. */
const SILENT = ".silent.example"

/** Starts a name server; without a zone, it never answers. */
export const make = (zone: Zone | null, { refused = {}, six }: NameServerSettings = {}) =>
  Effect.acquireRelease(
    Effect.async<NameServer & { readonly close: () => void }>((resume) => {
      const asked: Array<string> = []
      const held: Array<() => void> = []
      const socket = createSocket("udp4")
      socket.on("message", (packet, { port, address: from }) => {
        const { end, name } = readName(packet)
        const isA = packet.readUInt16BE(end) === TYPE_A
        if (isA) asked.push(name)
        if (zone === null || name.endsWith(SILENT) || (six === "dropped" && !isA)) return
        const [, refusal = null] = Object.entries(refused).find(([ending]) => name.endsWith(ending)) ?? []
        const address = refusal === null ? (zone[name] ?? null) : null
        const code = address === null ? refusals[refusal ?? "NXDOMAIN"] : 0
        const send = (found: string | null) => socket.send(answer(packet, end, found, code), port, from)
        if (isA) send(address)
        else if (six === "held") held.push(() => send(address === null ? null : SIX))
        else send(null)
      })
      socket.bind(0, "127.0.0.1", () => {
        const close = () => socket.close()
        const release = () => {
          for (const send of held.splice(0)) send()
        }
        resume(Effect.succeed({ address: `127.0.0.1:${socket.address().port}`, asked, close, release }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
