import { spawn, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable, Writable } from "node:stream"

const PROGRAMS = ["chromium", "chromium-browser", "google-chrome"]

/** The browser of this machine; undefined if it has none. */
export const program = PROGRAMS.find((name) => spawnSync(name, ["--version"]).status === 0)

/** A page of the browser. */
export interface Tab {
  /** The value of an expression within the page. */
  readonly evaluate: (expression: string) => Promise<unknown>
  readonly close: () => Promise<unknown>
}

interface Reply {
  readonly id?: number
  readonly error?: { readonly message: string }
  readonly result: {
    readonly targetId: string
    readonly sessionId: string
    readonly result: { readonly value: unknown }
    readonly exceptionDetails?: unknown
  }
}

const HEIGHT = 1000

/** Starts the browser without a window. It is told what to do through a pipe, with one JSON text after the other. */
export const start = (name: string) => {
  const folder = mkdtempSync(join(tmpdir(), "chromium-"))
  const args = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
    "--disable-renderer-backgrounding",
    "--disable-backgrounding-occluded-windows",
    "--remote-debugging-pipe",
    `--user-data-dir=${folder}`
  ]
  const browser = spawn(name, args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] })
  const ended = new Promise<void>((resolve) => browser.once("exit", () => resolve()))
  const [commands, replies] = [browser.stdio[3] as Writable, browser.stdio[4] as Readable]
  const waiting = new Map<number, { resolve: (result: Reply["result"]) => void; reject: (error: Error) => void }>()
  let read = ""
  replies.setEncoding("utf8").on("data", (text: string) => {
    const texts = (read + text).split("\0")
    read = texts.pop() ?? ""
    for (const each of texts) {
      const { error, id = 0, result } = JSON.parse(each) as Reply
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error === undefined) asked?.resolve(result)
      else asked?.reject(new Error(error.message))
    }
  })
  let count = 0
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Reply["result"]>((resolve, reject) => {
      count += 1
      waiting.set(count, { resolve, reject })
      commands.write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`)
    })

  return {
    /** Opens an address in a tab of this width. */
    open: async (url: string, width: number): Promise<Tab> => {
      const { targetId } = await send("Target.createTarget", { url: "about:blank" })
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true })
      const screen = { width, height: HEIGHT, deviceScaleFactor: 1, mobile: false }
      await send("Emulation.setDeviceMetricsOverride", screen, sessionId)
      // A tab behind another one draws nothing that it has not drawn yet.
      await send("Page.bringToFront", {}, sessionId)
      await send("Emulation.setFocusEmulationEnabled", { enabled: true }, sessionId)
      await send("Page.navigate", { url }, sessionId)
      return {
        evaluate: async (expression) => {
          const { exceptionDetails, result } = await send(
            "Runtime.evaluate",
            { expression, returnByValue: true },
            sessionId
          )
          if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
          return result.value
        },
        close: () => send("Target.closeTarget", { targetId })
      }
    },
    stop: async () => {
      browser.kill("SIGKILL")
      await ended
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}
