import { type ChildProcess, fork } from "node:child_process"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { Context, Data, Deferred, Duration, Effect, Layer, Ref, Schedule, type Scope } from "effect"
import * as DataFolderLock from "./DataFolderLock.js"

/** The embedded Postgres could not be started, or ended by itself. */
export class EmbeddedPostgresError extends Data.TaggedError("EmbeddedPostgresError")<{
  readonly message: string
  readonly cause?: unknown
}> {}

/** Where the data lives: a folder, or the memory of the child process. */
export type EmbeddedPostgresOptions = (
  | { readonly dataDir: string; readonly memory?: never }
  | { readonly memory: true; readonly dataDir?: never }
) & {
  /** A file written by `dump`, to start from instead of an empty database. */
  readonly loadTemplate?: string
}

/**
 * Postgres with nothing to install: PGlite in a child process, reachable on 127.0.0.1.
 *
 * One session for all connections: a pool on it must hold exactly one, without named statements, COPY or LISTEN.
 */
export class EmbeddedPostgres extends Context.Tag("@tributary/runtime-http/EmbeddedPostgres")<
  EmbeddedPostgres,
  {
    readonly host: string
    readonly port: number
    readonly url: string
    /** The child's process id; another one after a restart. */
    readonly pid: Effect.Effect<number>
    /** Writes the whole database into a file, for `loadTemplate`. */
    readonly dump: (file: string) => Effect.Effect<void, EmbeddedPostgresError>
  }
>() {
  /**
   * Starts the child and closes it with the scope.
   *
   * A child that ends by itself is started again on the same port and folder; one in memory is not, since its data are gone.
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
  /** Succeeds once the process is gone and its output was read. */
  readonly closed: Effect.Effect<void>
  /** Fails once the process is gone. */
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
  // `fail` does nothing once the first start has succeeded; from there on a failure is reported here, since nobody waits for it.
  const reported = Effect.tapError(life, (error) =>
    Effect.flatMap(Deferred.fail(first, error), (awaited) => (awaited ? Effect.void : Effect.logError(error.message)))
  )
  const restarts = options.memory !== true
  yield* Effect.forkScoped(
    Effect.retry(reported, {
      while: () => Effect.map(Ref.get(current), (running) => restarts && running !== undefined),
      schedule: Schedule.spaced(Duration.seconds(1))
    })
  )

  const { port } = yield* Deferred.await(first)
  // Set before `first` is.
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

const start = Effect.fnUntraced(function* (options: EmbeddedPostgresOptions, port: number) {
  const lockFile = options.dataDir === undefined ? undefined : join(resolve(options.dataDir), "postgres.lock")
  const child = yield* Effect.acquireRelease(spawn, (child) =>
    Effect.zipRight(close(child), lockFile === undefined ? Effect.void : DataFolderLock.release(lockFile, pidOf(child)))
  )
  if (lockFile !== undefined) {
    // In the child's name, since the child is what touches the files, and may outlive this process by a moment.
    yield* Effect.mapError(
      DataFolderLock.acquire(lockFile, pidOf(child)),
      ({ message, cause }) => new EmbeddedPostgresError({ message, cause })
    )
  }
  const settings = {
    dataDir: options.dataDir === undefined ? undefined : join(resolve(options.dataDir), "postgres"),
    loadTemplate: options.loadTemplate === undefined ? undefined : resolve(options.loadTemplate),
    port
  }
  const chosen = yield* request(child, JSON.stringify(settings), "ready").pipe(
    Effect.timeoutFail({
      duration: Duration.minutes(2),
      onTimeout: () =>
        new EmbeddedPostgresError({ message: "The embedded Postgres did not get ready within two minutes." })
    })
  )
  return { child, port: Number(chosen) } satisfies Running
})

function dataUrl(javaScript: string): string {
  return `data:text/javascript,${encodeURIComponent(javaScript)}`
}

/**
 * From the sources the child's file ends in `.ts`, which Node 20 refuses by its name alone; the hook says that it is a module, and no
 * compiler is needed because that file is JavaScript as it stands. In the built package it is its neighbour in `dist`.
 */
const fromSources = import.meta.url.endsWith(".ts")
const hook = 'export const load=(url,context,next)=>next(url,url.endsWith(".ts")?{...context,format:"module"}:context)'
const registration = `import{register}from"node:module";register(${JSON.stringify(dataUrl(hook))})`
const entry = fileURLToPath(new URL(`./EmbeddedPostgresProcess.${fromSources ? "ts" : "js"}`, import.meta.url))

/** All that the child may see of the environment: it needs no setting, so it gets no secret. */
const passedOn = ["PATH", "TMPDIR", "TEMP", "TMP", "SystemRoot"]

const spawn = Effect.try({
  try: (): Child => {
    const process_ = fork(entry, [], {
      execArgv: fromSources ? ["--import", dataUrl(registration)] : [],
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
    // Not "close", which Node never emits once this side has disconnected.
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

const ended = (child: ChildProcess, diagnostics: string): EmbeddedPostgresError => {
  const how = child.signalCode === null ? `with code ${child.exitCode}` : `by ${child.signalCode}`
  return new EmbeddedPostgresError({
    message: `The embedded Postgres ended ${how}.${diagnostics === "" ? "" : ` It said:\n${diagnostics}`}`
  })
}

/** A disconnect asks the child to flush and go; one that does not within 1.5 seconds is in a long query and is killed. */
const close = (child: Child): Effect.Effect<void> =>
  Effect.sync(() => {
    if (child.process.connected) {
      child.process.disconnect()
    }
  }).pipe(
    // Finalizers are uninterruptible, and only what can be interrupted can time out.
    Effect.zipRight(Effect.timeoutOption(Effect.interruptible(child.closed), Duration.millis(1500))),
    Effect.tap(() => Effect.sync(() => child.process.kill("SIGKILL"))),
    Effect.zipRight(child.closed)
  )

const pidOf = (child: Child): number => child.process.pid ?? 0

/** Sends a message and waits for the answer that has the field `reply`. */
const request = (child: Child, message: string, reply: string): Effect.Effect<unknown, EmbeddedPostgresError> =>
  Effect.async<unknown, EmbeddedPostgresError>((resume) => {
    const listener = (answer: unknown) => {
      if (typeof answer === "object" && answer !== null && reply in answer) {
        child.process.off("message", listener)
        resume(Effect.succeed(Reflect.get(answer, reply)))
      }
    }
    child.process.on("message", listener)
    // A message that cannot be sent means that the child is gone, which `failure` reports better.
    child.process.send(message, () => {})
    return Effect.sync(() => child.process.off("message", listener))
  }).pipe(Effect.raceFirst(child.failure))
