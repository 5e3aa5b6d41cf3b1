import { Lookup, Row } from "@tributary/core"
import { Schema } from "effect"
import { HOSTS, hostPages } from "../hosts.js"
import type { CrowdStrikeVulnerability } from "../rows/vulnerability.js"

/** What a vulnerability needs of its host: https://developer.crowdstrike.com/api-reference/collections/hosts/ */
export const CrowdStrikeVulnerableHost = Schema.Struct({
  device_id: Schema.String,
  hostname: Row.nullish(Schema.String),
  local_ip: Row.nullish(Schema.String),
  platform_name: Row.nullish(Schema.String)
})

/** Whether Spotlight does not describe the host, as for one that was asleep for long. */
const lacksHost = ({ host_info }: CrowdStrikeVulnerability): boolean => !host_info?.hostname || !host_info.platform

/** An id that a filter can contain. */
const ID = /^\w+$/

/** The hosts that Spotlight does not describe, a hundred per request, as `devices` reads them. Falcon lists no hidden ones. */
export const hosts = Lookup.batched<CrowdStrikeVulnerability>()({
  endpoint: `${HOSTS}?fields=${Object.keys(CrowdStrikeVulnerableHost.fields).join(",")}`,
  row: CrowdStrikeVulnerableHost,
  pagination: hostPages(100),
  permissions: ["Hosts: Read"],
  isOptional: true,
  mayBeMissing: true,
  fields: ["device.hostnames", "device.ipv4s", "device.platform"],
  when: lacksHost,
  batch: 100,
  query: (ids) => ({ filter: `device_id:[${ids.map((id) => `'${id}'`).join(",")}]` }),
  key: ({ device_id }) => device_id,
  keys: ({ aid }) => (ID.test(aid) ? aid : null)
})
