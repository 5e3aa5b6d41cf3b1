import { createSocket } from "node:dgram"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A name server that never answers. */
export interface SilentNames {
  /** The file that leads resolvers to it, in the form of `/etc/resolv.conf`. */
  readonly file: string
  /** How many questions it got. */
  readonly asked: () => number
  readonly stop: () => Promise<void>
}

/** Starts the name server. */
export const start = async (): Promise<SilentNames> => {
  const socket = createSocket("udp4")
  let asked = 0
  socket.on("message", () => {
    asked += 1
  })
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve))
  const folder = await mkdtemp(join(tmpdir(), "tributary-names-"))
  const file = join(folder, "resolv.conf")
  await writeFile(file, `nameserver 127.0.0.1:${(socket.address() as AddressInfo).port}\n`)
  return {
    file,
    asked: () => asked,
    stop: async () => {
      socket.close()
      await rm(folder, { recursive: true, force: true })
    }
  }
}
