import { Sandbox } from "@tributary/core/replay"
import { ConnectorTest } from "@tributary/core/testing"
import { expect, it } from "vitest"
import { connectors } from "../../../examples/server/src/connectors.js"
import * as Scripts from "../../../examples/server/src/sandbox/Scripts.js"

const NOW = Date.parse("2030-01-01T00:00:00Z")

/** So many changes of a vendor change, or remove, rows of most of its lists; other vendors have the other types. */
const MOST_STEPS = 14

type Kinds = ReadonlyArray<string>

/** The sandboxes judge each change by whole runs, which takes minutes on a busy machine. */
const TIMEOUT_MILLIS = 600_000

/** The kinds of the connectors' records that have a list in the API; a log loses none. */
const kindsOf = (wanted: typeof connectors, isDeletable: boolean): Kinds => [
  ...new Set(
    wanted.flatMap(({ exports }) =>
      Object.values(exports)
        .flat()
        .filter(({ isLog }) => !(isDeletable && isLog))
        .flatMap(({ kinds }) => kinds.filter(({ path }) => path !== null).map(({ name }) => name))
    )
  )
]

it(
  "the sandboxes have, change and delete records of every type, but for logs, which they only change",
  async () => {
    const changing = new Set(kindsOf(connectors, false))
    const leaving = new Set(kindsOf(connectors, true))
    for (const connector of connectors) {
      const wanted = (isDeletable: boolean, open: ReadonlySet<string>) =>
        kindsOf([connector], isDeletable).filter((kind) => open.has(kind))
      if (wanted(false, changing).length + wanted(true, leaving).length === 0) continue
      const options = Scripts.sandboxOf(connector) ?? { replies: {} }
      const sandbox = await Sandbox.make(connector, { ...options, seed: 1, now: NOW, times: 3 })
      const read = () => ConnectorTest.run(connector, { ...options, answering: sandbox.answer })
      const before = await read()
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const [, kind, what] = /: a (\S+) (has changed|is deleted)$/.exec((await sandbox.advance()) ?? "") ?? []
        if (kind !== undefined) (what === "has changed" ? changing : leaving).delete(kind)
        if (wanted(false, changing).length + wanted(true, leaving).length === 0) break
      }
      const after = await read()
      expect({ vendor: connector.vendor, failures: after.failures, rejections: after.rejections }).toEqual({
        vendor: connector.vendor,
        failures: [],
        rejections: []
      })
      // A row may become records of further kinds.
      for (const kind of kindsOf([connector], false)) {
        const now = new Map((after.records[kind] ?? []).map((record) => [record["id"], JSON.stringify(record)]))
        for (const record of before.records[kind] ?? []) {
          const text = now.get(record["id"])
          if (text === undefined) leaving.delete(kind)
          else if (text !== JSON.stringify(record)) changing.delete(kind)
        }
      }
    }
    expect([...changing], "types without a change").toEqual([])
    expect([...leaving], "types without a deletion").toEqual([])
  },
  TIMEOUT_MILLIS
)
