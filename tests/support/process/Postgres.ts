import { execFile, spawnSync } from "node:child_process"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** A Postgres server of the run's own, kept by the script that `.ci/run` uses. */
export class Postgres {
  /** Whether the machine has the programs of a server. */
  static isInstalled(root: string): boolean {
    return spawnSync(join(root, ".ci", "postgres"), ["find"]).status === 0
  }

  readonly #folder = mkdtempSync(join(tmpdir(), "tributary-chaos-"))
  readonly #script: string
  #last: Promise<unknown> = Promise.resolve()
  #isRemoved = false

  /** `root` is the folder of the repository. */
  constructor(root: string) {
    this.#script = join(root, ".ci", "postgres")
  }

  /** Starts it, on the same port as before; returns its URL. */
  start(): Promise<string> {
    return this.#command("start")
  }

  /** Makes it a streaming replica of another one that runs, and starts it; returns its URL. */
  follow(primary: Postgres): Promise<string> {
    return this.#command("follow", primary.#folder)
  }

  /** `immediate` ends it as a crash would; it then recovers when it starts again. */
  async stop(mode: "fast" | "immediate"): Promise<void> {
    await this.#command("stop", mode)
  }

  /** Stops it for good, and deletes its data. */
  async remove(): Promise<void> {
    const removed = this.#command("remove")
    this.#isRemoved = true
    await removed
  }

  /** Commands run one after another; whoever is late must not start a server that is removed. */
  #command(name: "start" | "follow" | "stop" | "remove", ...args: ReadonlyArray<string>): Promise<string> {
    if (this.#isRemoved) return Promise.reject(new Error("This Postgres server was removed."))
    const result = this.#last.then(async () => {
      const { stdout } = await run(this.#script, [name, this.#folder, ...args])
      return stdout.trim()
    })
    this.#last = result.catch(() => undefined)
    return result
  }
}
