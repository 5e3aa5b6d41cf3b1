// `npm start`: sets up whatever is missing (dependencies, build), then runs the server in this process.
// Plain JavaScript without dependencies, since it runs before anything is installed.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, "..", "..")
const main = join(here, "dist", "main.js")
const stamp = join(root, "node_modules", ".tributary-build")

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tributary needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** What the build depends on: when none of it has changed, a second start is quick. */
const fingerprint = async () => {
  const hash = createHash("sha256").update(process.version)
  const skipped = new Set(["node_modules", "dist", "test", "tests", "bench", ".git", ".tributary"])
  const visit = async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) await visit(path)
      } else if (/\.(ts|json|yaml|mjs)$/.test(entry.name)) {
        hash.update(path.slice(root.length)).update(await readFile(path))
      }
    }
  }
  await visit(root)
  return hash.digest("hex")
}

const isWindows = process.platform === "win32"

/** How long pnpm and what it has started may take to end before they are killed. */
const STOP_MILLIS = 2_000

/** Runs pnpm without a word; where it fails, with all of them. */
const run = (args) =>
  new Promise((resolve, reject) => {
    const child = spawn(isWindows ? "npx.cmd" : "npx", ["-y", "pnpm@10", ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: isWindows,
      // A group of its own, so that all of it can be stopped.
      detached: !isWindows
    })
    let output = ""
    const read = (text) => {
      output += text
    }
    child.stdout.setEncoding("utf8").on("data", read)
    child.stderr.setEncoding("utf8").on("data", read)
    let isStopping = false
    const end = (signal) => {
      try {
        process.kill(isWindows ? child.pid : -child.pid, signal)
      } catch {
        // It has ended already.
      }
    }
    const stop = () => {
      isStopping = true
      end("SIGTERM")
      setTimeout(end, STOP_MILLIS, "SIGKILL").unref()
    }
    process.on("SIGINT", stop).on("SIGTERM", stop)
    child.once("error", reject)
    child.once("close", (code, signal) => {
      process.off("SIGINT", stop).off("SIGTERM", stop)
      if (isStopping || signal !== null) process.exit(130)
      if (code === 0) resolve(undefined)
      else reject(new Error(`pnpm ${args.join(" ")} ended with code ${code}. It said:\n\n${output.trim()}`))
    })
  })

const wanted = await fingerprint()
const built = existsSync(stamp) && existsSync(main) ? await readFile(stamp, "utf8") : ""
if (built !== wanted) {
  console.log("Setting up (first start, or the sources have changed): installing and building, about a minute ...")
  try {
    await run(["install", "--frozen-lockfile", "--reporter=append-only"])
    await run(["--filter", "@tributary/example-server...", "build"])
  } catch (error) {
    console.error(`The set-up failed: ${error.message}`)
    process.exit(1)
  }
  await writeFile(stamp, wanted)
}
// Ctrl-C arrives twice under npm, from the terminal and from npm itself: the second one must not cut the ending short.
process.on("SIGINT", () => {}).on("SIGTERM", () => {})
await import(main)
