import { Effect, Redacted } from "effect"
import { Cursor } from "../../../runtime-http/src/store/read/Cursor.js"
import * as MasterKeys from "../../../runtime-http/src/store/secrets/MasterKeys.js"
import { Vault } from "../../../runtime-http/src/store/secrets/Vault.js"
import type { FilledList } from "../database/lists.js"

/** The master key of the servers of the benchmark, which holds no secret of anybody. */
export const MASTER_KEY = `benchmark:${Buffer.alloc(32, 1).toString("base64")}`

const cursor = Cursor.make(Vault.make(Effect.runSync(MasterKeys.parse(Redacted.make(MASTER_KEY)))).deriveAll("cursor"))

/** Where the position is in the bytes of a cursor. */
const POSITION = 2

/** Makes the cursors of a list as the server does, so that a page in the middle needs no walk to it. */
export const of = ({ connection, kind }: FilledList, filters: string) => {
  const after = (position: number): string =>
    cursor.encode({
      connectionId: connection.id,
      kind: kind.name,
      filters,
      updatedSince: null,
      direction: "After",
      position
    })
  return {
    /** The cursor of the page after this position. */
    after,
    /** Fails if the server makes another cursor than this file for the same position. */
    check: (served: string): void => {
      const position = Number(Buffer.from(served, "base64url").readBigInt64BE(POSITION))
      if (after(position) !== served)
        throw new Error("The server makes other cursors than the benchmark. Mend tests/bench/read/Cursors.ts.")
    }
  }
}
