import type { Connector } from "@tributary/core"
import * as Service from "./Service.js"

type Json = Service.Answer["body"]

/** A service with one connection, whose first job has ended. */
export interface ConnectedService {
  readonly service: Service.Service
  readonly connection: string
  readonly firstJob: Json
  /** Runs a job now and waits for its end. */
  readonly sync: () => Promise<Json>
  readonly health: () => Promise<Json>
  /** All items of a list. */
  readonly walk: (path: string) => Promise<ReadonlyArray<Json>>
}

/** The connector without its deltas: every job reads all, so that every job would delete what it does not see. */
export const readingAll = (connector: Connector.Connector): Connector.Connector => ({
  ...connector,
  exports: Object.fromEntries(
    Object.entries(connector.exports).map(([exportType, extractors]) => [
      exportType,
      extractors.map((extractor) => ({ ...extractor, isIncremental: false }))
    ])
  )
})

/** Starts a service with one connector, connects it, and waits for the end of the first job. */
export const start = async (
  connector: Connector.Connector,
  credentials: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {}
): Promise<ConnectedService> => {
  const service = await Service.start({ connectors: [connector], settings })
  const created = await service.connect(connector.vendor, credentials)
  if (created.status !== 201) throw new Error(created.text)
  const connection: string = created.body.id
  const jobs = `/provisioning/organizations/${service.organizationId}/connections/${connection}/jobs`
  const firstJob = await Service.until(async () => {
    const { body } = await service.call(jobs)
    return body.items.find(({ finished_at }: Json) => finished_at !== null) ?? null
  })
  return {
    service,
    connection,
    firstJob,
    sync: () => service.sync(connection),
    health: () => service.health(connection),
    walk: (path) => service.walk(connection, path)
  }
}
