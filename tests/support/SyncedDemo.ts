import { okta } from "@tributary/connector-okta"
import { startDemoVendor } from "@tributary/example-demo-vendor"
import * as Service from "./Service.js"

/** A running server whose database holds one sync of the demo vendor. */
export interface SyncedDemo {
  /** What a client needs to read it. */
  readonly access: { readonly baseUrl: string; readonly apiKey: string; readonly connectionId: string }
  readonly organizationId: string
  readonly stop: () => Promise<void>
}

/** Starts a demo vendor and a server, connects them and waits for the first sync. */
export const start = async (): Promise<SyncedDemo> => {
  const vendor = await startDemoVendor({ port: 0, users: 50, changeEverySeconds: 0, rateLimit: 100_000 })
  const service = await Service.start({ connectors: [okta] })
  const created = await service.connect("OKTA", { base_url: vendor.url, api_token: vendor.token })
  await service.jobOf(created.body.id)
  return {
    access: { baseUrl: service.baseUrl, apiKey: service.key, connectionId: created.body.id },
    organizationId: service.organizationId,
    stop: async () => {
      await service.stop()
      await vendor.close()
    }
  }
}
