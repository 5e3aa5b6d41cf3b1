import { Connector } from "@tributary/core"
import { describe, expect, it } from "vitest"
import { connectors } from "../../examples/server/src/connectors.js"

/** Longer ones are several steps. */
const LONGEST = 400

/** Emphasis, code, headings, links and line breaks: a page shows a step as it is. */
const MARKDOWN = /\*|`|^\s*(?:#|-|\d+\.)\s|\]\(|[\r\n]/

const entries = connectors.map((connector) => Connector.toEntry(connector, ""))

const lists = entries.flatMap(({ auth_methods, vendor }) =>
  auth_methods.flatMap(({ auth_type, consent, setup_steps }) => {
    const ofCustomers = [vendor, auth_type, "customers", setup_steps] as const
    return consent === null
      ? [ofCustomers]
      : [ofCustomers, [vendor, auth_type, "operators", consent.registration_steps] as const]
  })
)

describe("The steps to credentials", () => {
  it.each(lists)(
    "%s with %s names at least two for %s, each short and in plain text",
    (_vendor, _type, _who, steps) => {
      expect(steps.length).toBeGreaterThan(1)
      expect(steps.filter((step) => step.length > LONGEST || MARKDOWN.test(step))).toEqual([])
    }
  )
})

/** Permissions with which nothing is read, and what they are for. */
const BESIDES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AWS_INSPECTOR: {
    "sts:AssumeRole": "how a role is taken",
    "sts:ExternalId": "the condition under which a role is taken"
  },
  AWS_SECURITYHUB: {
    "securityhub:DescribeHub": "with which the connection is tested",
    "sts:AssumeRole": "how a role is taken",
    "sts:ExternalId": "the condition under which a role is taken"
  },
  JIRA: {
    offline_access: "the refresh token",
    "read:group:jira": "the group permissions that Jira calls Browse users and groups",
    "read:jira-user": "the permission that Jira calls Browse users and groups",
    "write:jira-work": "the tickets that a product creates"
  },
  MS_DEFENDER_CLOUD: { "User.Read": "the sign-in of the administrator" }
}

/** The permissions in a step that are written as vendors write them for programs: `users.read`, `service:Action`, or the address of a scope. */
const permissionsIn = (step: string): ReadonlyArray<string> =>
  step
    .split(/[\s,;()]+/)
    .map((word) => word.replace(/[.:]+$/, ""))
    .filter((word) => /^(?:https:\/\/www\.googleapis\.com\/auth\/\S+|[A-Za-z]\w*(?:[.:][\w-]+)+)$/.test(word))
    .filter((word) => !/^[^/]+\.com$/.test(word))

describe("The permissions that customers are asked for", () => {
  it.each(entries.map((entry) => [entry.vendor, entry] as const))(
    "%s names none that the connector has no use for",
    (vendor, { auth_methods, export_permissions }) => {
      const declared = export_permissions.flatMap(({ optional_permissions, permissions }) => [
        ...permissions,
        ...optional_permissions
      ])
      const used = new Set(declared.flatMap((permission) => [permission, ...permission.split(/[\s()]+/)]))
      const asked = auth_methods.flatMap(({ consent, setup_steps }) => [
        ...[...setup_steps, ...(consent?.registration_steps ?? [])].flatMap(permissionsIn),
        ...(consent?.scopes ?? [])
      ])
      const others = new Set(asked.filter((permission) => !used.has(permission)))
      expect([...others].toSorted()).toEqual(Object.keys(BESIDES[vendor] ?? {}))
    }
  )
})
