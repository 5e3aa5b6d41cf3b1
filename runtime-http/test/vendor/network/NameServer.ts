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
}

const TYPE_A = 1
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

const answer = (packet: Buffer, end: number, address: string | null, isKnown: boolean): Buffer => {
  const header = Buffer.from(packet.subarray(0, HEADER_BYTES))
  // An answer, recursion available; 3 means that there is no such name.
  header.writeUInt16BE(0x8180 + (isKnown ? 0 : 3), 2)
  header.writeUInt16BE(address === null ? 0 : 1, 6)
  // It has no further records, unlike the question.
  header.writeUInt16BE(0, 10)
  const question = packet.subarray(HEADER_BYTES, end + 4)
  if (address === null) return Buffer.concat([header, question])
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc000 + HEADER_BYTES, 0)
  record.writeUInt16BE(TYPE_A, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(4, 10)
  return Buffer.concat([header, question, record, Buffer.from(address.split(".").map(Number))])
}

/** Starts a name server; without a zone, it never answers. Names that end like `silent` never get an answer either. */
export const make = (zone: Zone | null, silent = ".silent.example") =>
  Effect.acquireRelease(
    Effect.async<NameServer & { readonly close: () => void }>((resume) => {
      const asked: Array<string> = []
      const socket = createSocket("udp4")
      socket.on("message", (packet, { port, address: from }) => {
        const { end, name } = readName(packet)
        const isA = packet.readUInt16BE(end) === TYPE_A
        if (isA) asked.push(name)
        if (zone === null || name.endsWith(silent)) return
        const address = zone[name] ?? null
        socket.send(answer(packet, end, isA ? address : null, address !== null), port, from)
      })
      socket.bind(0, "127.0.0.1", () => {
        const close = () => socket.close()
        resume(Effect.succeed({ address: `127.0.0.1:${socket.address().port}`, asked, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
