import type { Connector, Extractor } from "@tributary/core"
import { Stream } from "effect"

/** The connector with each of its extractors changed, or left out if the change is null. */
export const changing = (
  connector: Connector.Connector,
  change: (extractor: Extractor.Any) => Extractor.Any | null
): Connector.Connector => ({
  ...connector,
  exports: Object.fromEntries(
    Object.entries(connector.exports).flatMap(([exportType, extractors]) => {
      const changed = extractors.flatMap((extractor) => change(extractor) ?? [])
      return changed.length === 0 ? [] : [[exportType, changed]]
    })
  )
})

const hasRecords = ({ batches }: Extractor.Page): boolean => batches.some(({ records }) => records.length > 0)

/** The connector, each of whose extractors ends after its first page with records. */
export const onePage = (connector: Connector.Connector): Connector.Connector =>
  changing(connector, (extractor) => ({
    ...extractor,
    pages: (request) => Stream.takeUntil(extractor.pages(request), hasRecords)
  }))

/** Whether records of every kind of the extractor have come, page by page. */
const hasEveryKind = ({ kinds }: Extractor.Any): ((page: Extractor.Page) => boolean) => {
  const missing = new Set(kinds.map(({ name }) => name))
  return ({ batches }) => {
    for (const { kind, records } of batches) if (records.length > 0) missing.delete(kind.name)
    return missing.size === 0
  }
}

/** The connector, each of whose extractors ends once it has records of all its kinds. */
export const oneOfEachKind = (connector: Connector.Connector): Connector.Connector =>
  changing(connector, (extractor) => ({
    ...extractor,
    pages: (request) => Stream.suspend(() => Stream.takeUntil(extractor.pages(request), hasEveryKind(extractor)))
  }))
