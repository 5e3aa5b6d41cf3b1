import { type ChildProcess, spawn } from "node:child_process"
import { rm } from "node:fs/promises"
import type { AddressInfo } from "node:net"
import { createServer } from "node:net"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, type Scope } from "effect"
import * as tsup from "tsup"

/** Bundles a program from the sources, so that it can run in its own process without building the packages. */
export const bundle = (source: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(build(source), (file) => Effect.promise(() => rm(file, { force: true })))

/** Bundles the program `name` beside a test file; `test` is that file's `import.meta.url`. */
export const bundleBeside = (test: string, name: string): Effect.Effect<string, never, Scope.Scope> =>
  bundle(fileURLToPath(new URL(`./${name}.ts`, test)))

const build = (source: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const folder = fileURLToPath(new URL("../node_modules/.cache/tributary", import.meta.url))
    const entry = `${basename(source, ".ts")}-${process.pid}`
    await tsup.build({
      config: false,
      silent: true,
      entry: { [entry]: source },
      outDir: folder,
      format: "esm",
      target: "node20",
      noExternal: [/./],
      // Some bundled packages are CommonJS.
      banner: {
        js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
      },
      esbuildOptions: (options) => {
        options.conditions = ["@tributary/source"]
      }
    })
    return `${folder}/${entry}.js`
  })

/** A free port. */
export const freePort: Effect.Effect<number> = Effect.promise(
  () =>
    new Promise((resolve) => {
      const server = createServer().listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo
        server.close(() => resolve(port))
      })
    })
)

/** A running child process. */
export interface Child {
  readonly signal: (signal: NodeJS.Signals) => void
  /** Waits until the process has ended; returns its exit code or signal. */
  readonly ended: Effect.Effect<number | string | null>
  readonly output: () => string
}

/** Starts a program, and kills it when the scope closes. */
export const start = (file: string, env: Readonly<Record<string, string>>): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const child: ChildProcess = spawn(process.execPath, [file], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let output = ""
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (data) => {
          output += String(data)
        })
      }
      const exit = new Promise<number | string | null>((resolve) => {
        child.on("exit", (code, signal) => resolve(code ?? signal))
      })
      return {
        signal: (signal: NodeJS.Signals) => void child.kill(signal),
        ended: Effect.promise(() => exit),
        output: () => output
      }
    }),
    (child) =>
      Effect.suspend(() => {
        child.signal("SIGCONT")
        child.signal("SIGKILL")
        return child.ended
      })
  )
