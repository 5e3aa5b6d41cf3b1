// api: the HTTP contract (paths, parameters, bodies, errors), without any code that serves it; clients import it too.

import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, OpenApi } from "@effect/platform"
import { AppsecApi } from "./groups/AppsecApi.js"
import { AuditApi } from "./groups/AuditApi.js"
import { ConfigurationApi } from "./groups/ConfigurationApi.js"
import { ConnectApi } from "./groups/ConnectApi.js"
import { ConnectorsApi } from "./groups/ConnectorsApi.js"
import { ConnectSessionsApi } from "./groups/ConnectSessionsApi.js"
import { CspmApi } from "./groups/CspmApi.js"
import { EdrApi } from "./groups/EdrApi.js"
import { EntitiesApi } from "./groups/EntitiesApi.js"
import { ErasuresApi } from "./groups/ErasuresApi.js"
import { IdpApi } from "./groups/IdpApi.js"
import { ItsmApi } from "./groups/ItsmApi.js"
import { OperatorsApi } from "./groups/OperatorsApi.js"
import { OutboundJobsApi } from "./groups/OutboundJobsApi.js"
import { ProvisioningApi } from "./groups/ProvisioningApi.js"
import { UsageApi } from "./groups/UsageApi.js"
import { VmsApi } from "./groups/VmsApi.js"
import { WebhooksApi } from "./groups/WebhooksApi.js"
import { type ApiServer, BASE_PATH, transform, withServers } from "./OpenApi.js"
import * as Errors from "./parts/Errors.js"
import * as KeyScopes from "./parts/KeyScopes.js"

/** What every reader of the reference should know first, as Markdown. */
export const introduction = `
Normalized data from security and IT tools, pulled through per-customer connections and served in one form.

**Keys.** Data endpoints take \`X-API-KEY\` and \`X-CONNECTION-ID\`, provisioning and usage take only \`X-API-KEY\`, and the catalogue takes neither. What is below
\`/operator\` takes \`X-OPERATOR-KEY\`, which only those who operate the service have. What is
below \`/connect-sessions\` takes the token of a customer's link instead.

**Scopes.** A key may have some of the scopes \`read\`, \`write\` and \`provisioning\` only: the description of each operation, and its \`x-scopes\`, name those of
which a key needs one; without it, the answer is a 403. For a key that is limited to organizations, all others do not exist.

**Pages.** Send \`enableCursor=true\`, then \`cursor=<next_cursor>\` (with \`enableCursor=true\` and the same filters) until
\`next_cursor\` is null. Lists are ordered by change, oldest first: a record that changes during a walk may appear twice, but no record is missed.

**Changes.** \`updatedSince\` selects the records that changed at or after an instant. Every page carries \`X-As-Of\`, the instant up to which it contains
all changes of its list. A poll that sends the earliest \`X-As-Of\` of the pages of its last walk through the same list misses no change. An instant of your
own clock can miss one: a change becomes visible a moment after its time.

**Parameters.** A query parameter that an operation does not have is ignored, and named in \`X-Ignored-Parameters\` with the nearest one that it has.
With \`strict=true\` it is a 422, so that a misspelled filter never returns everything.

**Less of each record.** \`fields=name,email_addr\` keeps these fields and \`id\`; the schemas describe items without that parameter. Include flags add
arrays of whole records; with \`expandAs=ids\` or \`expandAs=count\` beside them, an item has \`group_ids\` or \`group_count\` instead of \`groups\`. \`includeMeta=true\` adds
\`meta\`: when a record changed, was first and last seen, and which job and connector version wrote it. A walk by cursor may change all of these from page to page.

**Errors.** The API answers an invalid request with 422 and a list of its mistakes; every response carries \`X-Request-Id\`, and every error \`X-Error-Code\`.
A request that reaches no operation gets a \`SimpleError\`: 400 if it is not valid HTTP, 404 or 405 for an unknown path or method, 408 if it does not
arrive within five minutes, 417 for an \`Expect\` other than \`100-continue\`, 431 if its request line and headers are longer than 16 KiB.

**Repeating a request.** Send an \`Idempotency-Key\` with a request that creates an organization, a connection, a link for a customer, a webhook or a ticket. If you get no answer, send the
same request again: it does its work once, and gets the first answer, for a day.

**Limits.** A body may have 1 MiB, 32 levels and 1,000 fields and elements. A page holds at most 8 MiB, with what is added to its records: by cursor, a fuller one ends early.
At most two requests of one key that add fields, or ask for more than 100 records or an \`offset\` above 1,000, run at once; 30 more wait. A 422 names at
most 100 mistakes.
`.trim()

const description = `
${introduction}

**Error codes.** A code is stable, the text of an error is not.

${Errors.markdown}
`.trim()

/** The whole API, below `/v1`. */
export const TributaryApi = HttpApi.make("tributary")
  .add(IdpApi)
  .add(CspmApi)
  .add(EntitiesApi)
  .add(VmsApi)
  .add(EdrApi)
  .add(AppsecApi)
  .add(ConfigurationApi)
  .add(ItsmApi)
  .add(OutboundJobsApi)
  .add(ProvisioningApi)
  .add(ConnectSessionsApi)
  .add(ConnectApi)
  .add(WebhooksApi)
  .add(ErasuresApi)
  .add(UsageApi)
  .add(AuditApi)
  .add(ConnectorsApi)
  .add(OperatorsApi)
  .addError(Errors.schema(500))
  .prefix(BASE_PATH)
  .annotateContext(OpenApi.annotations({ title: "Tributary", version: "0.0.1", description, transform }))

type Operations =
  typeof TributaryApi extends HttpApi.HttpApi<string, infer Groups, infer _Error, infer _Services>
    ? HttpApiEndpoint.HttpApiEndpoint.Name<HttpApiGroup.HttpApiGroup.Endpoints<Groups>>
    : never

// Does not compile if the table lacks an operation of the API, or has one that the API lacks.
KeyScopes.operations satisfies Readonly<
  Record<Operations, KeyScopes.Requirement | KeyScopes.OperatorRequirement | null>
> &
  Readonly<Record<Exclude<KeyScopes.OperationName, Operations>, never>>

/** The OpenAPI document of the whole API with these base addresses; when empty, they are relative to the server. */
export const openApiDocument = (servers: ReadonlyArray<ApiServer> = []): OpenApi.OpenAPISpec =>
  OpenApi.fromApi(withServers(TributaryApi, servers))
