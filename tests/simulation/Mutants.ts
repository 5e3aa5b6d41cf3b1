import { readFile } from "node:fs/promises"
import { relative } from "node:path"
import type { History } from "./history/History.js"
import { isIndexed, type ListShape, mayBeEmpty } from "./vendor/ListShape.js"
import type { VendorShape } from "./vendor/SimulatedConnector.js"

/** A fix of a fault, taken out again: in each file, the text `from` is replaced by `to`. */
export interface Mutant {
  /** The number of the fault that the fix is for. */
  readonly fault: number
  /** What the code does without the fix. */
  readonly name: string
  readonly changes: ReadonlyArray<{ readonly file: string; readonly from: string; readonly to: string }>
  /** Whether a vendor can bring the fault out at all; histories with other vendors need not be run. */
  readonly concerns: (vendor: VendorShape) => boolean
}

/** How the simulation found a mutant. */
export interface Finding {
  /** The name of the mutant. */
  readonly mutant: string
  /** The first seed, counted from 1, whose history finds it; null if a person has written the history. */
  readonly seed: number | null
  /** What is wrong in the history. */
  readonly violation: string
  /** The shortest history that was found. */
  readonly history: History
}

/** The text of a file with the mutant's changes; throws if a text that it replaces is not there exactly once. */
export const mutated = ({ changes, name }: Mutant, file: string, text: string): string =>
  changes
    .filter((change) => change.file === file)
    .reduce((changed, { from, to }) => {
      const count = changed.split(from).length - 1
      if (count === 1) return changed.replace(from, () => to)
      throw new Error(
        `The mutant "${name}" replaces "${from}", which must be once in ${file}, but is there ${count} times.`
      )
    }, text)

/** A plugin for the bundler that changes the files of the repository in `root`. */
export const pluginOf = (mutant: Mutant, root: string): unknown => ({
  name: "mutant",
  setup: ({ onLoad }: { readonly onLoad: (filter: { readonly filter: RegExp }, load: unknown) => void }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }: { readonly path: string }) => {
      const file = relative(root, path)
      if (!mutant.changes.some((change) => change.file === file)) return undefined
      return { contents: mutated(mutant, file, await readFile(path, "utf8")), loader: "ts" }
    })
})

const core = (file: string) => `core/src/${file}.ts`
const runtime = (file: string) => `runtime-http/src/${file}.ts`

const mutant = (
  fault: number,
  name: string,
  file: string,
  from: string,
  to: string,
  concerns: Mutant["concerns"] = () => true
): Mutant => ({ fault, name, changes: [{ file, from, to }], concerns })

const hasList =
  (is: (shape: ListShape) => boolean): Mutant["concerns"] =>
  ({ second, users }) =>
    is(users) || (second !== null && is(second.shape))

/**
 * The faults that the simulation must find:
 *
 * 1. a list that ends early, or shifts while it is read, deletes what it did not contain;
 * 2. one row that cannot be read switches deletion off, or is taken for a deletion;
 * 3. a refused lookup overwrites what was known, and the job seems healthy;
 * 4. two lists share one scan;
 * 5. a scan goes on with the credentials of another tenant;
 * 6. a repeated id changes its record with every scan;
 * 7. an interrupted scan loses what it has read, or a slow list keeps the others from being read;
 * 8. a clock that somebody sets makes deltas leave out changes;
 * 9. an answer that shows that rows are missing counts as whole;
 * 10. rows of another customer are stored.
 */
export const mutants: ReadonlyArray<Mutant> = [
  mutant(
    1,
    "one complete scan is proof enough",
    runtime("store/write/rules/DeletionRule"),
    "firstScan: scan.number - 1, since: scan.startedAt - guard.evidenceSecs * 1_000",
    "firstScan: scan.number, since: scan.openedAt"
  ),
  mutant(
    1,
    "two scans in a row are proof enough",
    runtime("store/write/rules/DeletionRule"),
    "scan.startedAt - guard.evidenceSecs * 1_000",
    "scan.startedAt"
  ),
  mutant(
    1,
    "the members of many parents may leave at once",
    runtime("store/write/rules/DeletionRule"),
    "if (emptied >= guard.minEmptied &&",
    "if (emptied < 0 &&",
    ({ users }) => users.hasChildren
  ),
  mutant(
    1,
    "any total proves an absence",
    runtime("store/write/rules/DeletionRule"),
    "isConfirmed: total === seen &&",
    "isConfirmed: total !== null &&",
    hasList(({ hasTotal }) => hasTotal)
  ),
  mutant(
    1,
    "a list may end before the vendor's total",
    core("extract/walk/ListGuard"),
    "rows === null || total === null || rows >= total ?",
    "rows !== undefined ?",
    hasList(({ hasTotal }) => hasTotal)
  ),
  mutant(
    1,
    "the total of several pages proves an absence",
    core("extract/walk/ListGuard"),
    "(pages <= 1 || isSnapshot)",
    "(pages >= 0 || isSnapshot)",
    hasList(({ hasTotal }) => hasTotal)
  ),
  mutant(
    1,
    "a list by index that was read in several runs proves an absence",
    runtime("store/write/rules/ScanRule"),
    "isSwept: provesAbsence,",
    "isSwept: true,",
    hasList(isIndexed)
  ),
  mutant(
    1,
    "an empty page ends a list from which the vendor hides rows",
    core("extract/walk/PageWalk"),
    "pagination.behindEmpty?.(answer) ?? null",
    "null as Next | null",
    hasList(({ hides, paging }) => hides && paging === "offset")
  ),
  mutant(
    1,
    "a refused token behind an empty page ends a list",
    core("extract/walk/PageWalk"),
    "pagination.isIndexed && probeOf(position) !== null",
    "probeOf(position) !== null",
    hasList(({ paging }) => paging === "cursorToEmptyPage")
  ),
  mutant(
    1,
    "everything may be deleted at once",
    runtime("store/write/rules/DeletionRule"),
    "unseen === live && live > 1",
    "unseen > live"
  ),
  mutant(
    1,
    "a large share may be deleted at once",
    runtime("store/write/rules/DeletionRule"),
    "unseen >= live * guard.maxShare",
    "unseen > live"
  ),
  mutant(
    2,
    "the id of a row that cannot be read is not looked for",
    core("extract/row/RowMapping"),
    "Result.fail({ issues: decoded.failure, vendorId: id })",
    "Result.fail({ issues: decoded.failure, vendorId: null })"
  ),
  mutant(
    2,
    "rows without an id hide nothing",
    runtime("store/write/rules/DeletionRule"),
    "isReadable: !unreadable.includes(kind)",
    "isReadable: unreadable !== null"
  ),
  mutant(
    2,
    "what is below an unreadable row counts as gone",
    core("extract/list/ListPage"),
    ", ...kept]",
    "]",
    ({ users }) => users.hasChildren
  ),
  mutant(
    2,
    "what unreadable rows may hide waits for nobody",
    runtime("store/write/rules/DeletionRule"),
    "if (!evidence.isReadable && waiting > 0)",
    "if (!evidence.isReadable && waiting < 0)"
  ),
  mutant(
    3,
    "fields that were refused become null",
    core("record/StoredFields"),
    "if (kept.length === 0) return record",
    "if (kept.length >= 0) return record",
    ({ users }) => users.lookup?.isRequired === false
  ),
  mutant(
    3,
    "a required lookup may be refused",
    core("extract/lookup/LookupReply"),
    'if (!isOptional) return "failed"',
    "",
    ({ users }) => users.lookup?.isRequired === true
  ),
  mutant(
    3,
    "what an answer empties is believed at once",
    runtime("store/write/rules/EmptiedRule"),
    "if (!isMost(guard, each)) return []",
    "if (isMost(guard, each) !== null) return []",
    ({ users }) => mayBeEmpty(users)
  ),
  mutant(
    3,
    "two scans in a row are proof enough that fields are empty",
    runtime("store/write/rules/EmptiedRule"),
    "scan.startedAt >= believableAt(guard, field)",
    "scan.startedAt >= field.since",
    ({ users }) => mayBeEmpty(users)
  ),
  {
    fault: 4,
    name: "a scan is known by the address of its list",
    concerns: ({ isGraphql, second }) => isGraphql && second !== null,
    changes: [
      { file: core("extract/list/ListExtractor"), from: "name: options.name ?? kinds[0].name", to: "name: endpoint" },
      {
        file: core("Connector"),
        from: "if (namesake !== undefined && namesake.extractor.kinds[0]?.name !== extractor.kinds[0]?.name) {",
        to: "if (namesake === null) {"
      }
    ]
  },
  mutant(
    5,
    "all tenants are one",
    runtime("store/write/rules/ScanRule"),
    "known.baseline !== null && known.baseline !== baseline",
    'known.baseline !== null && baseline === ""'
  ),
  mutant(
    5,
    "a scan of another tenant is resumed",
    runtime("store/write/rules/ScanRule"),
    "if (isElsewhere(known, baseline) || mode === null",
    'if (isElsewhere(known, "") !== isElsewhere(known, "") || mode === null'
  ),
  mutant(
    5,
    "the first scan of another tenant keeps what the last tenant's scans left behind",
    runtime("store/write/rules/ScanRule"),
    "known.isNewBaseline || isElsewhere(known, baseline)",
    "known.isNewBaseline && isElsewhere(known, baseline)"
  ),
  mutant(
    6,
    "the last row with an id wins",
    core("record/DuplicateRule"),
    "if (one.unread.length !== other.unread.length) return",
    "if (one !== other) return true\n  if (one.unread.length !== other.unread.length) return"
  ),
  mutant(
    7,
    "a run that continues a scan reads all lists below its rows again",
    runtime("sync/pull/ExtractorRun"),
    "Effect.orDie(retryWhileUnavailable(store.completedParents(scan, ids)))",
    "Effect.succeed(new Set<string>(ids.length < 0 ? ids : []))",
    ({ users }) => users.hasChildren
  ),
  mutant(
    7,
    "all lists below rows are read again while the database is away",
    runtime("sync/pull/ExtractorRun"),
    "Effect.orDie(retryWhileUnavailable(store.completedParents(scan, ids)))",
    "Effect.orElseSucceed(store.completedParents(scan, ids), () => new Set<string>())",
    ({ users }) => users.hasChildren
  ),
  mutant(
    7,
    "a scan that is read from its start again keeps what it read at first",
    runtime("store/write/rules/SeenRule"),
    'isResumed && mode === "full"',
    'isResumed && mode === "delta"'
  ),
  mutant(
    7,
    "each run starts an export job of its own",
    core("extract/list/ExportJob"),
    "const known = progressOf(from)\n      const",
    "const known = progressOf(null)\n      const",
    hasList(({ paging }) => paging === "exportJob")
  ),
  mutant(
    7,
    "a run that is interrupted cancels its export job",
    core("extract/list/ExportJob"),
    "return known === null ? all : Stream.mapError(all, withoutJob)",
    "return Stream.ensuring(known === null ? all : Stream.mapError(all, withoutJob), cancel(job, progress))",
    hasList(({ paging }) => paging === "exportJob")
  ),
  mutant(
    7,
    "a slow list keeps the others from being read",
    runtime("sync/pull/ListTimeShares"),
    "left / (tasks.length - index)",
    "left",
    ({ second }) => second !== null
  ),
  mutant(
    7,
    "what the time limit stopped waits for the whole interval",
    runtime("sync/pull/JobReport"),
    'if (report.isUnfinished) return "unfinished"\n',
    ""
  ),
  mutant(
    8,
    "a full scan at an unknown instant counts as young",
    runtime("store/write/rules/ScanRule"),
    "  ageSecs === null ||\n",
    "",
    hasList(({ delta }) => delta !== "none")
  ),
  mutant(
    9,
    "an incomplete scan counts as complete",
    core("extract/walk/ScanVerdict"),
    "if (first !== undefined) return",
    "if (first === null) return"
  ),
  mutant(
    9,
    "the next delta begins where an incomplete scan began",
    runtime("store/write/rules/ScanRule"),
    "return { isMoved: false, isSwept: false, isRepeated: false, lastRuns }",
    "return { isMoved: true, isSwept: false, isRepeated: false, lastRuns }",
    hasList(({ delta }) => delta !== "none")
  ),
  mutant(
    9,
    "an answer with the status 202 or 206 counts as whole",
    core("extract/walk/ListGuard"),
    "isPreparing(response) || isPart(response) ?",
    "response === null ?"
  ),
  mutant(
    10,
    "rows may name any tenant",
    core("extract/walk/RequiredBody"),
    "if (Array.isArray(found.success)) yield*",
    "if (found.success === null) yield*"
  )
]
