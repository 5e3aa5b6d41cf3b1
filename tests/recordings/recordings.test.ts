import { afterAll, beforeAll, describe } from "vitest"
import * as Service from "../support/Service.js"
import * as ScriptedServer from "../support/vendor/ScriptedServer.js"
import { crowdstrike, formerCrowdstrikeHosts } from "./crowdstrike.js"
import { defenderCloud } from "./defenderCloud.js"
import { entra } from "./entra.js"
import { insightvm } from "./insightvm.js"
import { formerJiraRows, jira } from "./jira.js"
import { okta } from "./okta.js"
import {
  describeRecorded,
  type Recorded,
  type RecordedVendor,
  readingAll,
  readTwice,
  type Servers
} from "./RecordedVendor.js"
import { securityHub, securityHubFiles } from "./securityhub.js"
import { servicenow } from "./servicenow.js"
import { tenable } from "./tenable.js"
import * as VendorReplay from "./VendorReplay.js"

const vendors: ReadonlyArray<RecordedVendor> = [
  crowdstrike,
  defenderCloud,
  entra,
  insightvm,
  jira,
  okta,
  securityHub,
  securityHubFiles,
  servicenow,
  tenable
]

const { folder, reason } = VendorReplay.material

/** Where the requests to a vendor's fixed hosts go, as `host=address`. */
const addressesOf = ({ hosts = [], scripted }: RecordedVendor, servers: Servers): ReadonlyArray<string> => [
  ...hosts.map((host) => `${host}=${servers.replay.url}`),
  ...(scripted === undefined || servers.scripted === null ? [] : [`${scripted.host}=${servers.scripted.url}`])
]

// All vendors share one service: starting one costs as much as two or three of their jobs.
describe.skipIf(folder === null)(`recorded answers of real vendors${reason}`, () => {
  const servers = new Map<RecordedVendor, Servers>()
  const readings = new Map<RecordedVendor, Promise<Recorded>>()
  let service: Service.Service | undefined

  const running = (): Service.Service => {
    if (service === undefined) throw new Error("The service has not started.")
    return service
  }

  const serversOf = (vendor: RecordedVendor): Servers => {
    const found = servers.get(vendor)
    if (found === undefined) throw new Error(`The servers of ${vendor.name} have not started.`)
    return found
  }

  const readingOf = (vendor: RecordedVendor): Promise<Recorded> => {
    const found = readings.get(vendor)
    if (found === undefined) throw new Error(`${vendor.name} is not being read.`)
    return found
  }

  beforeAll(async () => {
    await Promise.all(
      vendors.map(async (vendor) => {
        const replay = await VendorReplay.start(vendor.replay)
        const scripted = vendor.scripted === undefined ? null : await ScriptedServer.start(vendor.scripted.replies)
        servers.set(vendor, { replay, scripted })
      })
    )
    const addresses = vendors.flatMap((vendor) => addressesOf(vendor, serversOf(vendor)))
    service = await Service.start({
      connectors: [...new Set(vendors.map(({ connector }) => connector))].map(readingAll),
      settings: { TRIBUTARY_HOST_OVERRIDES: addresses.join(",") }
    })
    for (const vendor of vendors) readings.set(vendor, readTwice(vendor, service, serversOf(vendor)))
    // A vendor's tests report why it could not be read; here the others must go on.
    await Promise.allSettled(readings.values())
  })

  afterAll(async () => {
    await service?.stop()
    for (const { replay, scripted } of servers.values()) {
      replay.stop()
      scripted?.stop()
    }
  })

  for (const vendor of vendors) describeRecorded(vendor, () => readingOf(vendor))
  formerCrowdstrikeHosts(running)
  formerJiraRows(running)
})
