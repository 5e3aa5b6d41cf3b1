import { Batch, type Extractor, RecordKind, Result } from "@tributary/core"
import fc from "fast-check"

/** One row of a piece of a page: a record, perhaps without a title, or a row that cannot be read. */
export interface PieceRow {
  readonly id: number
  readonly version: number
  readonly form: "record" | "empty" | "partlyRead" | "unreadable" | "nameless"
}

/** A piece of a page of users, in numbers that are short to read. */
export interface Piece {
  readonly rows: ReadonlyArray<PieceRow>
  /** The users that the vendor names as removed. */
  readonly removed: ReadonlyArray<number>
  /** The applications below users: the numbers of both. */
  readonly children: ReadonlyArray<readonly [user: number, application: number]>
  /** Users whose applications could not be read. */
  readonly keptBelow: ReadonlyArray<number>
  /** Applications that rows name. */
  readonly mentions: ReadonlyArray<number>
  readonly checkpoint: number | null
  readonly delta: number | null
  readonly completed: ReadonlyArray<number>
  /** Whether an answer shows that it lacks rows. */
  readonly lacks: boolean
}

/** One call to a record store, or something that happens around it. */
export type StoreOperation =
  | { readonly _tag: "Open"; readonly tenant: number }
  | { readonly _tag: "Write"; readonly piece: Piece }
  | { readonly _tag: "Close"; readonly total: "none" | "right" | "wrong" }
  | { readonly _tag: "Restart" }
  | { readonly _tag: "Decide"; readonly decision: "CONFIRM" | "DISMISS" }
  | { readonly _tag: "Age"; readonly hours: number }
  | { readonly _tag: "RequestFull" }
  | { readonly _tag: "TakeOver" }

const id = fc.nat(6)
const few = <A>(one: fc.Arbitrary<A>, maxLength: number) => fc.array(one, { maxLength, size: "max" })

const row: fc.Arbitrary<PieceRow> = fc.record({
  id,
  version: fc.nat(3),
  form: fc.constantFrom<PieceRow["form"]>(
    "record",
    "record",
    "record",
    "record",
    "empty",
    "empty",
    "partlyRead",
    "unreadable",
    "nameless"
  )
})

const piece: fc.Arbitrary<Piece> = fc.record({
  rows: few(row, 6),
  removed: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(id, 2) }),
  children: few(fc.tuple(id, fc.nat(2)), 4),
  keptBelow: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: few(id, 2) }),
  mentions: few(fc.nat(2), 2),
  checkpoint: fc.option(fc.nat(3)),
  delta: fc.option(fc.nat(3)),
  completed: few(id, 2),
  lacks: fc.constantFrom(false, false, false, false, false, true)
})

const write: fc.Arbitrary<StoreOperation> = piece.map((it) => ({ _tag: "Write", piece: it }))
const close: fc.Arbitrary<StoreOperation> = fc
  .constantFrom("none" as const, "none" as const, "right" as const, "wrong" as const)
  .map((total) => ({ _tag: "Close", total }))

/** Any call; scans that are written and closed are most of them, because only they delete. */
export const operation: fc.Arbitrary<StoreOperation> = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(0, 0, 0, 0, 1).map((tenant): StoreOperation => ({ _tag: "Open", tenant })) },
  { weight: 6, arbitrary: write },
  { weight: 6, arbitrary: close },
  { weight: 1, arbitrary: fc.constant<StoreOperation>({ _tag: "Restart" }) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom("CONFIRM" as const, "DISMISS" as const)
      .map((decision): StoreOperation => ({ _tag: "Decide", decision }))
  },
  { weight: 3, arbitrary: fc.constantFrom(1, 1, 25).map((hours): StoreOperation => ({ _tag: "Age", hours })) },
  { weight: 1, arbitrary: fc.constant<StoreOperation>({ _tag: "TakeOver" }) },
  { weight: 1, arbitrary: fc.constant<StoreOperation>({ _tag: "RequestFull" }) }
)

const userId = (number: number) => `u${number}`
const applicationId = (number: number) => `a${number}`
const CREATED = "2029-01-01T00:00:00.000Z"

const user = ({ form, id: number, version }: PieceRow): Batch.Mapped => {
  if (form === "unreadable" || form === "nameless") {
    return Result.fail({ issues: ["name: Expected string"], vendorId: form === "unreadable" ? userId(number) : null })
  }
  const draft = {
    domain: "acme.example",
    email_addr: `${userId(number)}@acme.example`,
    full_name: `User ${number}`,
    name: `version ${version}`,
    vendor_id: userId(number),
    vendor_status: "ACTIVE",
    vendor_created_at: CREATED,
    job_title: form === "record" ? `title ${version}` : null
  }
  return Result.succeed(
    form === "partlyRead" ? new Batch.PartlyRead({ draft, unread: ["job_title"], unreadable: [] }) : draft
  )
}

/** The piece as an extractor would return it; `total` is present on a last page of a vendor that tells one. */
export const pageOf = (connectionId: string, it: Piece, total: number | null): Extractor.Page => {
  const owner = { connectionId, vendor: "SIMULATED" }
  const { IdpApplication, IdpApplicationAssignment, IdpUser } = RecordKind
  const unread = it.keptBelow.map((number) => ({ kind: IdpUser, vendorId: userId(number) }))
  const below = Batch.make(
    IdpApplicationAssignment,
    owner,
    it.children.map(([of, application]) =>
      Result.succeed({ user_vendor_id: userId(of), application_vendor_id: applicationId(application) })
    )
  )
  const mentioned = it.mentions.map((number) =>
    Result.succeed({
      name: applicationId(number),
      vendor_id: applicationId(number),
      vendor_status: "ACTIVE",
      vendor_created_at: CREATED
    })
  )
  return {
    batches: [
      Batch.make(IdpUser, owner, it.rows.map(user), it.removed.map(userId)),
      Batch.make(IdpApplication, owner, mentioned),
      Batch.keeping(below, owner, unread)
    ],
    checkpoint: it.checkpoint === null ? null : { list: it.checkpoint, next: null },
    delta: it.delta === null ? null : `delta ${it.delta}`,
    completedParents: it.completed.map(userId),
    ...(it.lacks ? { missing: [{ endpoint: "/users", detail: "it reported an error beside its rows" }] } : {}),
    ...(total === null ? {} : { total })
  }
}

/** The kinds of record that the operations are about. */
export const kinds: ReadonlyArray<RecordKind.Any> = [
  RecordKind.IdpUser,
  RecordKind.IdpApplication,
  RecordKind.IdpApplicationAssignment
]
