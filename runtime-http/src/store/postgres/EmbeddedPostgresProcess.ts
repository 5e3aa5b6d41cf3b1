/**
 * The program of the child process that runs the embedded Postgres; `EmbeddedPostgres` starts it.
 *
 * It is a separate process, because PGlite executes queries synchronously and would block every request and timer of the server.
 *
 * The file has no type annotations, so that it is valid JavaScript: Node 20 cannot strip types, and tests run this file from the sources
 * without a compiler.
 */
import { readFile, writeFile } from "node:fs/promises"
import { Worker } from "node:worker_threads"
import { PGlite } from "@electric-sql/pglite"
import { PGLiteSocketServer } from "@electric-sql/pglite-socket"

// Ctrl-C, a closed terminal and a service manager signal the whole process group. The parent then still has work to store; it closes this
// process by disconnecting. If the parent dies for any reason, that disconnects this process too.
process.on("SIGINT", () => {})
process.on("SIGTERM", () => {})
process.on("SIGHUP", () => {})

// The main thread notices the disconnect only between two queries. This worker ends the process if the parent dies during a long query: a
// process whose parent has died gets a new parent, so the worker compares the parent's pid.
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
  // All sockets share one session, so the parent's pool holds one connection. The second connection is only for its replacement, which
  // arrives before the server has seen the first one close (with one connection, it was refused 300 times out of 300).
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
