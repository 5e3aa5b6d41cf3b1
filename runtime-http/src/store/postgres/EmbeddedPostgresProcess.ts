/**
 * The program of the child process in which the embedded Postgres runs; `EmbeddedPostgres` starts it.
 *
 * A process of its own, because PGlite computes queries synchronously: inside the server it would hold up every request and timer.
 *
 * Uses only what TypeScript and JavaScript share (no type annotations): Node 20 cannot strip types, and this way the very same file runs
 * from the sources in tests, with no compiler in between. See `EmbeddedPostgres` for how it is started.
 */
import { readFile, writeFile } from "node:fs/promises"
import { Worker } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { PGLiteSocketServer } from "@electric-sql/pglite-socket"

// Ctrl-C, a closed terminal and a service manager signal the whole process group. The parent still has work to store then, and closes this
// process in order by disconnecting; so does the parent's death, however it came about.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => {})
process.on("SIGHUP", () => {})

// The main thread sees the disconnect only between two queries. A thread of its own ends the process when the parent died during a long
// one. A process that lost its parent has a new one, hence the comparison.
new Worker(
  `const parent = ${process.ppid}
   setInterval(() => process.ppid === parent || setTimeout(() => process.kill(process.pid, "SIGKILL"), 1000), 250)`,
  { eval: true }
).unref()

let close = async () => {}

process.once("disconnect", async () => {
  try {
    await close()
  } finally {
    process.exit(0)
  }
})

process.once("message", async (settings) => {
  const { dataDir, loadTemplate, port } = JSON.parse(String(settings))
  const db = await PGlite.create({
    ...(dataDir === undefined ? {} : { dataDir }),
    ...(loadTemplate === undefined ? {} : { loadDataDir: new Blob([await readFile(loadTemplate)]) })
  })
  // All sockets share one session, so the parent's pool holds one connection. The second place is for its successor only: the next
  // connection arrives before the close of the one it replaces was seen (refused 300 times out of 300 with a single place).
  const server = new PGLiteSocketServer({ db, host: "127.0.0.1", port, maxConnections: 2 })
  await server.start()
  close = async () => {
    await server.stop()
    await db.close()
  }
  process.on("message", async (file) => {
    const dump = await db.dumpDataDir("none")
    await writeFile(String(file), Buffer.from(await dump.arrayBuffer()))
    process.send?.({ dumped: file })
  })
  process.send?.({ ready: Number(server.getServerConn().split(":").at(-1)) })
})
