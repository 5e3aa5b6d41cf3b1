import { describe, expect, it } from "@effect/vitest"
import { AuthMethod, Connector, ConnectorEntry, Credentials, RecordKind } from "@tributary/core"
import { Effect, Schema } from "effect"
import * as CredentialForm from "../src/CredentialForm.js"
import { acme, groups } from "./testing/Acme.js"
import { assets } from "./testing/CloudAssets.js"
import * as CloudInventory from "./testing/CloudInventory.js"

const { contract: _, ...valid } = acme({ groups: groups() })

const problemsOf = (changes: Partial<typeof valid>): ReadonlyArray<string> => {
  try {
    Connector.make({ ...valid, ...changes })
    return []
  } catch (error) {
    if (!(error instanceof Connector.InvalidConnector)) throw error
    return error.message.split("\n  ").slice(1)
  }
}

const { itsm_users: [users] = [], idp: [idp] = [] } = valid.exports

describe("Connector.make", () => {
  it("accepts a valid definition and adds the contract version", () => {
    expect(problemsOf({})).toEqual([])
    expect(Connector.make(valid).contract).toBe(Connector.CONTRACT)
  })

  it("names the range of core that the connector was built for, by default that of the core it imports", () => {
    const { core: _, ...silent } = valid
    expect(Connector.make(silent).core).toBe(`^${Connector.CORE_VERSION}`)
    expect(Connector.make({ ...silent, core: ">=0.1.0 <1.0.0" }).core).toBe(">=0.1.0 <1.0.0")
  })

  it.each(["acme", "Acme", "ACME-2", "_ACME", "ACME__2", "2ACME", ""])(
    "rejects the vendor %j [contract: vendor-names]",
    (vendor) => {
      expect(problemsOf({ vendor })).toEqual(["vendor: must be in upper snake case, such as MS_ENTRA"])
    }
  )

  it("reports every problem at once", () => {
    const problems = problemsOf({
      name: " ",
      description: "",
      // An author of JavaScript has no compiler that says so.
      category: "Identity" as never,
      authType: "" as never,
      docsUrl: "docs",
      credentials: Schema.Struct<Credentials.CredentialFields>({
        key: Credentials.secret({ title: "Key", help: "In the settings.", pageUrl: "settings" })
      }),
      setupSteps: ["Open the settings.", " "],
      check: "me",
      exports: {}
    })
    expect(problems).toEqual([
      "name: must not be empty",
      "description: must not be empty",
      "category: must be one of APPSEC, CSPM, EDR, GRC, IDP, ITSM, MDM, SIEM, TPRM, VMS",
      "docsUrl: must be a full URL",
      "authType: must be one of API_KEY, BASIC, OAUTH2_CLIENT_CREDENTIALS, OAUTH2_JWT_BEARER, OAUTH2_AUTHORIZATION_CODE",
      "credentials.key.pageUrl: must be a full URL",
      "setupSteps: no step may be empty",
      "check: must be a path that begins with a slash, or a request with such a path",
      "exports: must contain at least one extractor"
    ])
  })

  it("has each way to sign in once, and a consent exactly where the type of a way says so", () => {
    const consent = Credentials.oauth2({
      title: "Sign in with Acme",
      help: "An administrator allows it to read users.",
      authorizeUrl: "https://acme.example/authorize",
      tokenUrl: "https://acme.example/token",
      scopes: ["users.read"]
    })
    const key = Credentials.secret({ title: "Key", help: "In the settings." })
    const way = (authType: AuthMethod.AuthType, fields: Credentials.CredentialFields) =>
      AuthMethod.make({
        authType,
        credentials: Schema.Struct(fields),
        http: () => ({ baseUrl: "https://acme.example" })
      })
    const sound = way("OAUTH2_AUTHORIZATION_CODE", { consent })
    expect(problemsOf({ auth: [sound, way("BASIC", { key })] })).toEqual([])
    const apart = "credentials: a consent and the authType OAUTH2_AUTHORIZATION_CODE need each other"
    const wrong = [way("API_KEY", { key }), sound, sound, way("BASIC", { consent })]
    expect(problemsOf({ auth: wrong })).toEqual([
      "auth.0.authType: API_KEY is already the way of another; each may exist once",
      "auth.2.authType: OAUTH2_AUTHORIZATION_CODE is already the way of another; each may exist once",
      `auth.3.${apart}`
    ])
    expect(problemsOf({ auth: [way("OAUTH2_AUTHORIZATION_CODE", { key })] })).toEqual([`auth.0.${apart}`])
    const region = Credentials.text({ title: "Region", help: "Such as eu." })
    expect(problemsOf({ auth: [way("OAUTH2_AUTHORIZATION_CODE", { consent, region, key })] })).toEqual([
      "auth.0.credentials.key: no secret may be entered beside a consent"
    ])
  })

  it("needs a proof for each fact, and for what a browser brings from a page before the sign-in", () => {
    const fact = Credentials.fact({ title: "Tenant", help: "The tenant." })
    const pages = {
      title: "Sign in with Acme",
      help: "An administrator allows it to read users.",
      authorizeUrl: "https://acme.example/authorize",
      tokenUrl: "https://acme.example/token",
      scopes: []
    }
    const proof = { facts: ["tenant"], of: () => Effect.succeed({ tenant: "t-1" }) }
    const grantPage = { url: "https://acme.example/grant?client_id={client_id}", brings: ["tenant"] }
    const app = (options: Partial<Credentials.OAuth2Options>) => Credentials.appConsent({ ...pages, ...options })
    const problems = (fields: Credentials.CredentialFields) => {
      const credentials = Schema.Struct(fields)
      const http = () => ({ baseUrl: "https://acme.example" })
      return problemsOf({ auth: [AuthMethod.make({ authType: "OAUTH2_AUTHORIZATION_CODE", credentials, http })] })
    }
    expect(problems({ app: app({ grantPage, proof }), tenant: fact })).toEqual([])
    expect(problems({ app: app({ proof }), tenants: fact })).toEqual([
      "auth.0.credentials.tenants: no proof names this fact",
      "auth.0.credentials.tenant: the proof names this fact, so declare it with Credentials.fact"
    ])
    expect(problems({ app: app({ grantPage }) })).toEqual([
      "auth.0.credentials: a grantPage needs a proof, because what a browser brings from there can be made up"
    ])
    expect(problems({ app: app({ grantPage: { ...grantPage, url: "grant" }, proof }), tenant: fact })).toEqual([
      "auth.0.credentials: grant must be a full URL"
    ])
  })

  it("lets a choice concern only types that are exported", () => {
    expect(problemsOf({ optInExportTypes: ["idp"] })).toEqual([])
    expect(problemsOf({ optInExportTypes: ["devices"] })).toEqual([
      "optInExportTypes: devices has no extractor in exports"
    ])
  })

  it("rejects a record kind under the wrong export type", () => {
    expect(problemsOf({ exports: { idp: [users as never] } })).toEqual([
      "exports.idp /users: itsm_user belongs under exports.itsm_users"
    ])
  })

  it("accepts an extractor under each export type of its records", () => {
    const connector = CloudInventory.connector()
    expect(Connector.extractorsOf(connector)).toEqual([assets])
    expect(Connector.exportTypesOf(connector)).toEqual(["devices", "resources"])
    // A wrapper that changes each extractor makes a copy for each export type.
    const copies = { devices: [{ ...assets, isIncremental: false }], resources: [{ ...assets, isIncremental: false }] }
    expect(Connector.extractorsOf(CloudInventory.connector(copies))).toEqual(copies.devices)
  })

  it("rejects an extractor that is missing under an export type of its records", () => {
    expect(problemsOf({ exports: { devices: [assets] } })).toEqual([
      "exports.devices /assets: it also reads resource; add it to exports.resources, too"
    ])
  })

  it("rejects an extractor under an export type of which it has no records", () => {
    expect(problemsOf({ exports: { devices: [assets], idp: [assets as never], resources: [assets] } })).toEqual([
      "exports.idp /assets: resource belongs under exports.resources",
      "exports.idp /assets: device belongs under exports.devices"
    ])
  })

  it("rejects an extractor that reads one kind from two of its lists", () => {
    const twice = { ...assets, kinds: [RecordKind.Device, RecordKind.Device] }
    expect(problemsOf({ exports: { devices: [twice] } })).toEqual([
      "exports.devices /assets: it reads device twice; one list must have all records of a kind"
    ])
  })

  it("rejects two extractors that only look like one, because one of them would not be read", () => {
    const twins = { devices: [assets], resources: [{ ...assets, kinds: [...assets.kinds] }] }
    expect(problemsOf({ exports: twins })).toEqual([
      "exports.devices /assets: it also reads resource; add it to exports.resources, too",
      "exports.resources /assets: exports.devices /assets already reads resource; one extractor must read all records of a kind",
      "exports.resources /assets: it also reads device; add it to exports.devices, too",
      "exports.resources /assets: exports.devices /assets already reads device; one extractor must read all records of a kind"
    ])
    expect(problemsOf({ exports: { idp: [idp, { ...idp }] as never } })).toEqual([
      "exports.idp /groups: it reads idp_group twice; one list must have all records of a kind",
      "exports.idp /groups: it reads idp_group_membership twice; one list must have all records of a kind"
    ])
  })

  it("rejects two extractors of one name, because they would share a scan", () => {
    const second = idp === undefined ? undefined : { ...idp, endpoint: "/graphql", kinds: [RecordKind.IdpUser] }
    expect(problemsOf({ exports: { idp: [idp, second] as never } })).toEqual([
      "exports.idp /graphql: exports.idp /groups is already named idp_group; give each extractor a name of its own"
    ])
  })

  it("rejects two extractors of one kind, because each scan would delete the other's records", () => {
    const second = idp === undefined ? undefined : { ...idp, endpoint: "/teams", kinds: [RecordKind.IdpGroup] }
    expect(problemsOf({ exports: { idp: [idp, second] as never } })).toEqual([
      "exports.idp /teams: exports.idp /groups already reads idp_group; one extractor must read all records of a kind"
    ])
  })
})

describe("Connector.reading", () => {
  const connector = CloudInventory.connector()

  it("leaves out the export types that were not chosen", () => {
    const reading = Connector.reading(Connector.make(valid), ["itsm_users"])
    expect(Connector.exportTypesOf(reading)).toEqual(["itsm_users"])
    expect(Connector.extractorsOf(reading)).toEqual([users])
  })

  it("leaves out the records of other types of a list that has several", () => {
    const reading = Connector.reading(connector, ["devices"])
    expect(Connector.extractorsOf(reading).map(({ kinds, name }) => [name, kinds])).toEqual([
      [assets.name, [RecordKind.Device]]
    ])
  })

  it("reads a list once that is filed under several chosen types, also if a wrapper has copied it", () => {
    const copies = { devices: [{ ...assets, isIncremental: false }], resources: [{ ...assets, isIncremental: false }] }
    const copied = CloudInventory.connector(copies)
    expect(Connector.extractorsOf(Connector.reading(copied, ["resources", "devices"]))).toHaveLength(1)
  })

  it("leaves nothing out if nobody has chosen", () => {
    expect(Connector.reading(connector, [])).toBe(connector)
  })
})

describe("Connector.defaultExportTypesOf", () => {
  it("has all types but those of events", () => {
    const exports = { idp: [idp], idp_audit_logs: [idp], siem_events: [idp] } as never
    expect(Connector.defaultExportTypesOf({ exports })).toEqual(["idp"])
  })

  it("leaves out those that the connector leaves to a choice", () => {
    const exports = { idp: [idp], config_users: [idp] } as never
    expect(Connector.defaultExportTypesOf({ exports, optInExportTypes: ["config_users"] })).toEqual(["idp"])
  })

  it("has those of events, too, if there are no others", () => {
    const exports = { siem_events: [idp] } as never
    expect(Connector.defaultExportTypesOf({ exports })).toEqual(["siem_events"])
  })
})

describe("Connector.toEntry", () => {
  it("lists the export types in the order of the contract [contract: catalogue]", () => {
    const entry = Connector.toEntry(Connector.make(valid), "https://logos.example/acme.svg")
    expect(Schema.is(ConnectorEntry)(entry)).toBe(true)
    expect(entry).toEqual({
      vendor: "ACME",
      vendor_name: "Acme",
      vendor_description: "An invented directory.",
      category: "ITSM",
      auth_type: "API_KEY",
      credentials_params: ["api_key"],
      credentials_form: CredentialForm.formOf(valid.credentials.fields),
      setup_steps: [],
      auth_methods: [
        {
          auth_type: "API_KEY",
          credentials_params: ["api_key"],
          credentials_form: CredentialForm.formOf(valid.credentials.fields),
          setup_steps: [],
          consent: null
        }
      ],
      export_permissions: [
        {
          data_export_type: "idp",
          is_default: true,
          permissions: ["groups.read"],
          optional_permissions: ["tags.read"]
        },
        { data_export_type: "itsm_users", is_default: true, permissions: ["users.read"], optional_permissions: [] }
      ],
      data_export_types: ["idp", "itsm_users"],
      docs_url: "https://acme.example/docs",
      logo_url: "https://logos.example/acme.svg"
    })
  })
})
