import { type ChildProcess, fork } from "node:child_process"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Cause, Context, Data, Deferred, Duration, Effect, Layer, Option, Ref, Schedule, type Scope } from "effect"
import * as DataFolderLock from "./DataFolderLock.js"

/** The embedded Postgres could not be started, or it exited unexpectedly. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Where the data is: a folder, or the memory of the child process. */
export type EmbeddedPostgresOptions = (
  | { readonly dataDir: string; readonly memory?: never }
  | { readonly memory: true; readonly dataDir?: never }
) & {
  /** A file that `dump` wrote, to start from instead of an empty database. */
  readonly loadTemplate?: string
}

/**
 * Postgres with nothing to install: PGlite in a child process that listens on 127.0.0.1.
 *
 * All connections share one session, so a pool must hold exactly one connection, without named statements, COPY or LISTEN.
 */
export class EmbeddedPostgres extends Context.Tag("@tributary/runtime-http/EmbeddedPostgres")<
  EmbeddedPostgres,
  {
    readonly host: string
    readonly port: number
    readonly url: string
    /** The pid of the child; it changes with a restart. */
    readonly pid: Effect.Effect<number>
    /** Writes the whole database to a file, for `loadTemplate`. */
    readonly dump: (file: string) => Effect.Effect<void, EmbeddedPostgresError>
  }
>() {
  /**
   * Starts the child and closes it with the scope.
   *
   * If the child exits unexpectedly, it is restarted on the same port and folder, unless its data was in memory and is lost.
   */
  static readonly make = (
    options: EmbeddedPostgresOptions
  ): Effect.Effect<Context.Tag.Service<EmbeddedPostgres>, EmbeddedPostgresError, Scope.Scope> => makeEmbedded(options)

  static readonly layer = (options: EmbeddedPostgresOptions): Layer.Layer<EmbeddedPostgres, EmbeddedPostgresError> =>
    Layer.scoped(EmbeddedPostgres, makeEmbedded(options))
}

interface Running {
  readonly child: Child
  readonly port: number
}

interface Child {
  readonly process: ChildProcess
  /** Succeeds once the process has exited and its output has been read. */
  readonly closed: Effect.Effect<void>
  /** Fails once the process has exited. */
  readonly failure: Effect.Effect<never, EmbeddedPostgresError>
}

const makeEmbedded = Effect.fnUntraced(function* (options: EmbeddedPostgresOptions) {
  const first = yield* Deferred.make<Running, EmbeddedPostgresError>()
  const current = yield* Ref.make<Running | undefined>(undefined)

  const life = Effect.gen(function* () {
    const before = yield* Ref.get(current)
    const running = yield* start(options, before?.port ?? 0)
    yield* Ref.set(current, running)
    yield* Deferred.succeed(first, running)
    return yield* running.child.failure
  }).pipe(Effect.scoped)
  // `failCause` has no effect once the first start has succeeded. After that no code waits for a failure, so it is logged here.
  const reported = Effect.tapErrorCause(life, (cause) =>
    Effect.flatMap(Deferred.failCause(first, cause), (awaited) =>
      awaited || Cause.isInterruptedOnly(cause) ? Effect.void : logged(cause)
    )
  )
  const restarts = options.memory !== true
  yield* Effect.forkScoped(
    Effect.retry(reported, {
      while: () => Effect.map(Ref.get(current), (running) => restarts && running !== undefined),
      schedule: Schedule.spaced(Duration.seconds(1))
    })
  )

  const { port } = yield* Deferred.await(first)
  // Always set: `life` sets `current` before it completes `first`.
  const running = Effect.orDie(Effect.flatMap(Ref.get(current), Effect.fromNullable))
  return {
    host: "127.0.0.1",
    port,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    pid: Effect.map(running, ({ child }) => child.process.pid ?? 0),
    dump: (file: string) =>
      Effect.flatMap(running, ({ child }) => Effect.asVoid(request(child, resolve(file), "dumped")))
  }
})

/** An error says all in its message; of a defect, the trace is needed. */
const logged = (cause: Cause.Cause<EmbeddedPostgresError>): Effect.Effect<void> =>
  Option.match(Cause.failureOption(cause), {
    onNone: () => Effect.logError(cause),
    onSome: ({ message }) => Effect.logError(message)
  })

/** Where the files of the database are within a data folder. */
export const folderIn = (dataDir: string): string => join(resolve(dataDir), "postgres")

const start = Effect.fnUntraced(function* (options: EmbeddedPostgresOptions, port: number) {
  const lockFile = options.dataDir === undefined ? undefined : join(resolve(options.dataDir), "postgres.lock")
  const child = yield* Effect.acquireRelease(spawn, (child) =>
    Effect.zipRight(close(child), lockFile === undefined ? Effect.void : DataFolderLock.release(lockFile, pidOf(child)))
  )
  if (lockFile !== undefined) {
    // On behalf of the child, because the child uses the files and may outlive this process by a moment.
    yield* Effect.mapError(
      DataFolderLock.acquire(lockFile, pidOf(child)),
      ({ message, cause }) => new EmbeddedPostgresError({ message, cause })
    )
  }
  const settings = {
    dataDir: options.dataDir === undefined ? undefined : folderIn(options.dataDir),
    loadTemplate: options.loadTemplate === undefined ? undefined : resolve(options.loadTemplate),
    port
  }
  const chosen = yield* request(child, JSON.stringify(settings), "ready").pipe(
    Effect.timeoutFail({
      duration: Duration.minutes(2),
      onTimeout: () => new EmbeddedPostgresError({ message: "The embedded Postgres was not ready within two minutes." })
    })
  )
  return { child, port: Number(chosen) } satisfies Running
})

function dataUrl(javaScript: string): string {
  return `data:text/javascript,${encodeURIComponent(javaScript)}`
}

/**
 * When this runs from the sources, the child's file ends in `.ts`, which Node 20 refuses because of the name. The hook declares it a
 * module; no compiler is needed, because the file is valid JavaScript. In the built package, the file is next to this one in `dist`.
 */
const fromSources = import.meta.url.endsWith(".ts")
const hook = 'export const load=(url,context,next)=>next(url,url.endsWith(".ts")?{...context,format:"module"}:context)'
const registration = `import{register}from"node:module";register(${JSON.stringify(dataUrl(hook))})`
const entry = fileURLToPath(new URL(`./EmbeddedPostgresProcess.${fromSources ? "ts" : "js"}`, import.meta.url))

/** The environment variables that the child gets. It needs no settings, so it gets no secrets. */
const passedOn = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot"]

const spawn = Effect.try({
  try: (): Child => {
    const process_ = fork(entry, [], {
      // A database of tests runs too few queries to earn back what V8 spends on optimizing PGlite: without that, a test file with
      // 300 queries takes 1.3 seconds of processor time less, and one with 2,000 takes no more.
      execArgv: fromSources ? ["--liftoff-only", "--import", dataUrl(registration)] : [],
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => passedOn.includes(name))),
      stdio: ["ignore", "ignore", "pipe", "ipc"]
    })
    let diagnostics = ""
    process_.on("error", (error) => {
      diagnostics = error.message
    })
    process_.stderr?.setEncoding("utf8").on("data", (text: string) => {
      diagnostics = (diagnostics + text).slice(-2000)
    })
    // "exit" rather than "close", which Node does not emit after this side has disconnected.
    const exited = new Promise<void>((done) => process_.once("exit", () => done()))
    const read = new Promise<void>((done) => process_.stderr?.once("close", () => done()))
    const gone = Promise.all([exited, read])
    const closed = Effect.promise(() => gone)
    return {
      process: process_,
      closed,
      failure: Effect.flatMap(closed, () => Effect.fail(ended(process_, diagnostics.trim())))
    }
  },
  catch: (cause) =>
    new EmbeddedPostgresError({ message: "The process of the embedded Postgres could not be started.", cause })
})

/** What Node prints if the packages of the embedded Postgres were removed, as an image for a Postgres server does. */
const NOT_INSTALLED = "Cannot find package '@electric-sql/"

const ended = (child: ChildProcess, diagnostics: string): EmbeddedPostgresError => {
  if (diagnostics.includes(NOT_INSTALLED)) {
    return new EmbeddedPostgresError({
      message:
        "DATABASE_URL is not set, and the embedded Postgres is not installed here: set DATABASE_URL to a Postgres server, or install @electric-sql/pglite and @electric-sql/pglite-socket."
    })
  }
  const how = child.signalCode === null ? `exited with code ${child.exitCode}` : `was killed by ${child.signalCode}`
  return new EmbeddedPostgresError({
    message: `The embedded Postgres ${how}.${diagnostics === "" ? "" : ` Its output was:\n${diagnostics}`}`
  })
}

/** Disconnects, which tells the child to flush and exit. If it has not exited within 1.5 seconds, it is in a long query and is killed. */
const close = (child: Child): Effect.Effect<void> =>
  Effect.sync(() => {
    if (child.process.connected) {
      child.process.disconnect()
    }
  }).pipe(
    // Finalizers are uninterruptible, and only an interruptible effect can time out.
    Effect.zipRight(Effect.timeoutOption(Effect.interruptible(child.closed), Duration.millis(1500))),
    Effect.tap(() => Effect.sync(() => child.process.kill("SIGKILL"))),
    Effect.zipRight(child.closed)
  )

const pidOf = (child: Child): number => child.process.pid ?? 0

/** Sends a message and waits for the answer with the field `reply`; returns the value of that field. */
const request = (child: Child, message: string, reply: string): Effect.Effect<unknown, EmbeddedPostgresError> =>
  Effect.async<unknown, EmbeddedPostgresError>((resume) => {
    const listener = (answer: unknown) => {
      if (typeof answer === "object" && answer !== null && reply in answer) {
        child.process.off("message", listener)
        resume(Effect.succeed(Reflect.get(answer, reply)))
      }
    }
    child.process.on("message", listener)
    // If the message cannot be sent, the child has exited, which `failure` reports better.
    child.process.send(message, () => {})
    return Effect.sync(() => child.process.off("message", listener))
  }).pipe(Effect.raceFirst(child.failure))
