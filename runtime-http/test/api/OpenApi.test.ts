import { Extractor } from "@tributary/core"
import { describe, expect, it } from "vitest"
import { openApiDocument } from "../../src/api/index.js"

interface Operation {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly description?: string
    readonly deprecated?: boolean
    readonly schema: Readonly<Record<string, unknown>>
  }>
  readonly security: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly responses: Readonly<Record<string, Response>>
}

interface Response {
  readonly description: string
  readonly headers: object
  readonly content?: Readonly<Record<string, { readonly schema: object }>>
}

// As clients get it: JSON drops undefined values.
const document = JSON.parse(JSON.stringify(openApiDocument())) as {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly servers: ReadonlyArray<{ readonly url: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, ...operation }))
)

const operation = (id: string) => {
  const found = operations.find(({ operationId }) => operationId === id)
  if (found === undefined) throw new Error(`No operation ${id}`)
  return found
}

const bodyOf = (id: string, status: string) =>
  JSON.stringify(operation(id).responses[status]?.content?.["application/json"]?.schema ?? null)

const parameter = (id: string, name: string) => operation(id).parameters.find((candidate) => candidate.name === name)

describe("OpenAPI document", () => {
  it("says how far apart the scans that prove a deletion must be after a sync, and that within_secs includes it", () => {
    const { description } = operation("syncConnection")
    expect(description).toContain(`at least ${Extractor.DEFAULT_EVIDENCE_SECS} seconds`)
    expect(description).toContain("TRIBUTARY_DELETION_EVIDENCE_SECS")
    expect(description).toContain("within_secs")
  })

  it("is the same as the committed file (update it with pnpm generate)", async ({ expect }) => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot("../../openapi.json")
  })

  it.each(["CreateTicket", "CreateOrganization", "CreateConnection", "UpdateConnection"])(
    "names the body %s, and allows no other fields in it",
    (name) => {
      expect(document.components["schemas"]?.[name]).toMatchObject({ additionalProperties: false })
      const bodies = JSON.stringify(Object.values(document.paths).map((item) => Object.values(item)))
      expect(bodies).toContain(
        `"requestBody":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/${name}"`
      )
    }
  )

  it("describes the condition of a change: its header, the tag of its answer, and the 412", () => {
    const { responses } = operation("updateConnection")
    expect(parameter("updateConnection", "If-Match")?.description).toContain("412")
    expect(parameter("updateConnection", "If-None-Match")).toBeUndefined()
    expect(responses["200"]?.headers).toMatchObject({ ETag: {} })
    expect(responses["412"]?.description).toContain("If-Match")
    expect(parameter("createConnection", "If-Match")).toBeUndefined()
  })

  it("names the types of data that a connection may read in its bodies and answers", () => {
    const types = { type: "array", items: { $ref: "#/components/schemas/DataExportType" } }
    for (const name of ["CreateConnection", "UpdateConnection", "Connection", "ConnectionStatus"]) {
      expect(document.components["schemas"]?.[name]).toMatchObject({ properties: { data_export_types: types } })
    }
  })

  it("has the versions of the contract [contract: base-path]", () => {
    expect(document.openapi).toBe("3.1.0")
    expect(document.info.version).toBe("0.0.1")
    expect(document.servers.map(({ url }) => url)).toEqual(["/v1"])
  })

  it("lists the configured servers", () => {
    const servers = [{ url: "https://api.example.com/v1" }, { url: "https://eu.example.com/v1", description: "EU" }]
    expect(openApiDocument(servers).servers).toEqual(servers)
    expect(openApiDocument().servers?.map(({ url }) => url)).toEqual(["/v1"])
  })

  it("documents no 400, a 500 on every operation, and a 422 on every operation with parameters", () => {
    for (const { operationId, parameters, responses } of operations) {
      expect(Object.keys(responses), operationId).not.toContain("400")
      expect(Object.keys(responses), operationId).toContain("500")
      const takesIds = parameters.some(({ name }) => name !== "vendor")
      if (takesIds) expect(Object.keys(responses), operationId).toContain("422")
    }
  })

  it("has a target for every reference", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]
    expect(references.length).toBeGreaterThan(50)
    for (const [, kind = "", name = ""] of references) expect(document.components[kind]).toHaveProperty(name)
  })

  it("lists every path parameter once", () => {
    for (const { operationId, parameters, path } of operations) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      expect(
        parameters.filter((candidate) => candidate.in === "path").map(({ name }) => name),
        operationId
      ).toEqual(inPath)
      expect(new Set(parameters.map(({ name }) => name)).size).toBe(parameters.length)
    }
  })

  it("has ids, summaries and descriptions everywhere, and no generated names", () => {
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { operationId, parameters, responses, summary } of operations) {
      expect(summary, operationId).toBeTruthy()
      for (const { description, name } of parameters) expect(description, `${operationId} ${name}`).toBeTruthy()
      for (const response of Object.values(responses)) {
        expect(response.description, operationId).not.toMatch(/^(Success|Error)$/)
        expect(response.headers).toHaveProperty("X-Request-Id")
      }
    }
    expect(JSON.stringify(document)).not.toMatch(/HttpApiDecodeError|_tag|"title":"int"/)
  })

  it("requires both headers, the key alone, that of an operator, the token of a customer, or none", () => {
    const groups = operations.map(({ path, security }) => [path.split("/")[1], security])
    for (const [prefix, security] of groups) {
      const expected = {
        connectors: [],
        "connect-sessions": [{ connectSession: [] }],
        provisioning: [{ apiKey: [] }],
        usage: [{ apiKey: [] }],
        "audit-events": [{ apiKey: [] }],
        operator: [{ operatorKey: [] }]
      }[String(prefix)] ?? [{ apiKey: [], connectionId: [] }]
      expect(security).toEqual(expected)
    }
    expect(document.components["securitySchemes"]).toMatchObject({
      apiKey: { name: "X-API-KEY", in: "header" },
      connectionId: { name: "X-CONNECTION-ID", in: "header" },
      operatorKey: { name: "X-OPERATOR-KEY", in: "header" },
      connectSession: { type: "http", scheme: "bearer" }
    })
  })

  it("gives GET /idp/users the parameters of the contract [contract: shared-parameters]", () => {
    const { parameters } = operation("listIdpUsers")
    expect(parameters.map(({ name }) => name).sort()).toEqual(
      [
        ...["enableCursor", "updatedSince", "limit", "offset", "excludeTotal", "cursor"],
        ...["includeIdpGroups", "includeIdpApplications", "strict"],
        ...["ids", "emails", "vendorStatuses", "isAdmin", "isMfaEnabled", "userTypes", "isDeleted"],
        ...["fields", "expandAs", "includeMeta", "includeVendorData"]
      ].sort()
    )
    for (const { name, required } of parameters) expect(required, name).toBe(false)
    expect(parameter("listIdpUsers", "limit")?.schema).toMatchObject({ minimum: 0, maximum: 500, default: 100 })
    expect(parameter("listIdpGroups", "limit")?.schema).toMatchObject({ minimum: 1, maximum: 500, default: 100 })
    expect(parameter("listIdpUsers", "offset")).toMatchObject({ deprecated: true, schema: { minimum: 0 } })
  })

  it("describes items as they are without the fields parameter, and names what expandAs adds", () => {
    const users = JSON.stringify(operation("listIdpUsers").responses)
    expect(users).toContain(
      '"anyOf":[{"$ref":"#/components/schemas/IdpUserWithEntities"},{"$ref":"#/components/schemas/IdpUser"}]'
    )
    expect(JSON.stringify(openApiDocument())).not.toContain("x-undocumented")
    const { IdpUserWithEntities: user, IdpGroupWithEntities: group } = openApiDocument().components
      .schemas as unknown as Readonly<
      Record<string, { readonly properties: object; readonly required: ReadonlyArray<string> }>
    >
    for (const added of ["group_ids", "group_count", "application_ids", "application_count"]) {
      expect(user?.properties).toHaveProperty(added)
      expect(user?.required).not.toContain(added)
    }
    expect(group?.properties).toHaveProperty("user_ids")
  })

  it("gives each endpoint its error shapes", () => {
    expect(bodyOf("listIdpUsers", "422")).toContain("StructuredError")
    expect(bodyOf("listIdpUsers", "401")).toContain("SimpleError")
    expect(bodyOf("listIdpUsers", "500")).toContain("SimpleError")
    expect(bodyOf("listIdpGroups", "422")).toContain("ValidationError")
    expect(bodyOf("createConnection", "502")).toContain("SimpleError")
    expect(bodyOf("createConnection", "422")).toContain("ValidationError")
  })
})

describe("descriptions", () => {
  type Node = Readonly<Record<string, unknown>>

  const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value)

  const isDescribed = (value: unknown): boolean =>
    isNode(value) && typeof value["description"] === "string" && value["description"].trim() !== ""

  /** Every object in the document, with its path; what examples contain has no description. */
  const nodes = (value: unknown, path: string): ReadonlyArray<readonly [string, Node]> => {
    if (Array.isArray(value)) return value.flatMap((item, index) => nodes(item, `${path}/${index}`))
    if (!isNode(value) || /\/examples?$/.test(path)) return []
    return [[path, value], ...Object.entries(value).flatMap(([key, child]) => nodes(child, `${path}/${key}`))]
  }

  const all = nodes(document, "")

  /** The members of every object called `container`, by path. */
  const members = (container: string): ReadonlyArray<readonly [string, unknown]> =>
    all
      .filter(([path]) => path.endsWith(`/${container}`))
      .flatMap(([path, node]) => Object.entries(node).map(([name, member]) => [`${path}/${name}`, member] as const))

  const undescribed = (found: ReadonlyArray<readonly [string, unknown]>) =>
    found.filter(([, member]) => !isDescribed(member)).map(([path]) => path)

  it("every schema has one", () => {
    const schemas = Object.entries(document.components["schemas"] ?? {})
    expect(schemas.length).toBeGreaterThan(50)
    expect(undescribed(schemas)).toEqual([])
  })

  it("every property has one, also within schemas of bodies and answers", () => {
    const properties = members("properties").filter(([path]) => !path.endsWith("/properties/properties"))
    expect(properties.length).toBeGreaterThan(600)
    expect(undescribed(properties)).toEqual([])
  })

  it("every operation, parameter, response and tag has one", () => {
    const { tags } = document as unknown as { readonly tags: ReadonlyArray<{ readonly name: string }> }
    expect(undescribed(operations.map((each) => [each.operationId, each]))).toEqual([])
    for (const { operationId, parameters, responses } of operations) {
      expect(undescribed(parameters.map((each) => [each.name, each])), operationId).toEqual([])
      expect(undescribed(Object.entries(responses)), operationId).toEqual([])
    }
    expect(undescribed(tags.map((tag) => [tag.name, tag]))).toEqual([])
  })

  it("every header and security scheme has one", () => {
    expect(undescribed(Object.entries(document.components["headers"] ?? {}))).toEqual([])
    expect(undescribed(Object.entries(document.components["securitySchemes"] ?? {}))).toEqual([])
  })
})
