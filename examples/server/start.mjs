// `npm start`: installs and builds if needed, then runs the demo in this process.
// Plain JavaScript without dependencies, because it runs before anything is installed.
import { spawn } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { readdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, "..", "..")
const main = join(here, "dist", "demo", "main.js")
const stamp = join(root, "node_modules", ".tributary-build")

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Tributary needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/** With fewer, Node cannot even load all modules: it opens many of them at once. */
const MIN_OPEN_FILES = 1_024

/** How many files and sockets this process may open; Node has raised it as far as the system permits. */
const openFiles = process.report.getReport().userLimits?.open_files?.soft
if (Number(openFiles) < MIN_OPEN_FILES) {
  console.error(
    `This process may open ${openFiles} files and sockets at once (ulimit -n); Tributary needs at least ${MIN_OPEN_FILES}, and one more for each connection of a client. Raise the limit, then start it again.`
  )
  process.exit(1)
}

/** Changes with everything that the build depends on. If it is the same as at the last build, the start skips the build. */
const fingerprint = async () => {
  const hash = createHash("sha256").update(process.version)
  const skipped = new Set(["node_modules", "dist", "test", "tests", "bench", ".git", ".tributary"])
  const visit = async (folder) => {
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        // The demo with all connectors answers from the scripts of their tests.
        const isScripts = entry.name === "test" && path.includes(join(root, "connectors"))
        if (isScripts || !skipped.has(entry.name)) await visit(path)
      } else if (/\.(tsx?|css|json|yaml|mjs)$/.test(entry.name)) {
        hash.update(path.slice(root.length)).update(await readFile(path))
      }
    }
  }
  await visit(root)
  return hash.digest("hex")
}

const isWindows = process.platform === "win32"

/** How long pnpm and its children may take to end before they are killed. */
const STOP_MILLIS = 2_000

/** Runs pnpm silently; if it fails, the error has all of its output. */
const run = (args) =>
  new Promise((resolve, reject) => {
    const child = spawn(isWindows ? "npx.cmd" : "npx", ["-y", "pnpm@10", ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      shell: isWindows,
      // A process group of its own, so that one signal reaches all of its children.
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
        // The process has already ended.
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
      else reject(new Error(`pnpm ${args.join(" ")} ended with code ${code}. Its output:\n\n${output.trim()}`))
    })
  })

const wanted = await fingerprint()
const built = existsSync(stamp) && existsSync(main) ? await readFile(stamp, "utf8") : ""
if (built !== wanted) {
  console.log("Setting up (first start, or the sources have changed): installing and building takes about a minute ...")
  try {
    await run(["install", "--frozen-lockfile", "--reporter=append-only"])
    await run(["--filter", "@tributary/example-server...", "build"])
  } catch (error) {
    console.error(`Setting up failed: ${error.message}`)
    process.exit(1)
  }
  await writeFile(stamp, wanted)
}
// A signal for npm ends the shell between it and this process, but does not arrive here.
if (process.env.npm_lifecycle_event === "start") {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, "SIGTERM")
  }, 500)
  watch.unref()
}
// Under npm, Ctrl-C arrives twice, from the terminal and from npm: the second signal must not interrupt the shutdown.
process.on("SIGINT", () => {}).on("SIGTERM", () => {})
await import(main)
