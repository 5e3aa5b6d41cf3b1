import type { Connector } from "../../Connector.js"
import * as Consent from "../../consent/Consent.js"
import { type RunReport, run } from "../run/ConnectorRun.js"
import type { CredentialOptions } from "../run/TestCredentials.js"
import type { Seen } from "../vendor/ScriptedVendor.js"
import type { ExchangeFile } from "./Exchange.js"
import { keyOf, type Script, scriptOf } from "./ExchangeReplies.js"
import * as MappingReport from "./MappingReport.js"

/** What a connector made of a recording. */
export interface Replayed {
  /** The run over the recorded answers. */
  readonly report: RunReport
  /** The requests that the recording lacks, as `METHOD address`; the vendor answered them with 404. */
  readonly unanswered: ReadonlyArray<string>
  /** The requests that got the answer to a recorded request with fewer parameters, such as a first page for a later one. */
  readonly inexact: ReadonlyArray<string>
  /** The recorded requests that the connector did not send. */
  readonly unasked: ReadonlyArray<string>
}

const lineOf = ({ body, method, url }: Seen): string => {
  const { pathname, search } = new URL(url)
  return `${method} ${pathname}${search}${body === null ? "" : ` ${JSON.stringify(body)}`}`
}

/** The script of a recording; what a consent brought is never in one, so that the kit makes a token up. */
const scriptFor = ({ credentials }: Connector, { exchanges }: Pick<ExchangeFile, "exchanges">): Script => {
  const { earlier, replies } = scriptOf(exchanges)
  const consent = Consent.fieldOf(credentials.fields)
  if (consent === null) return { earlier, replies }
  const { pathname } = new URL(consent.options.tokenUrl)
  return {
    earlier,
    replies: { [`POST ${pathname}`]: { body: { access_token: "made-up-for-the-replay" } }, ...replies }
  }
}

/** Runs a connector once over a recording, without network and without waiting. */
export const make = async (
  connector: Connector,
  recording: Pick<ExchangeFile, "exchanges">,
  options: CredentialOptions = {}
): Promise<Replayed> => {
  const { exchanges } = recording
  const { earlier, replies } = scriptFor(connector, recording)
  const report = await run(connector, { ...options, replies, faults: earlier })
  const asked = new Set(report.requests.map(({ key }) => key))
  const parameters = new Map(exchanges.map(({ request }) => [keyOf(request), Object.keys(request.query)]))
  const isInexact = ({ key, url }: Seen): boolean => {
    const named = parameters.get(key ?? "")
    return named !== undefined && [...new URL(url).searchParams.keys()].some((name) => !named.includes(name))
  }
  return {
    report,
    unanswered: report.requests.filter(({ key }) => key === null).map(lineOf),
    inexact: report.requests.filter(isInexact).map(lineOf),
    unasked: [...new Set(exchanges.map(({ request }) => keyOf(request)))].filter((key) => !asked.has(key))
  }
}

/** What the mapping makes of the rows of a recording. */
export const mappingReport = (
  connector: Connector,
  recording: Pick<ExchangeFile, "exchanges">,
  options: CredentialOptions = {}
): Promise<MappingReport.MappingReport> =>
  MappingReport.make(connector, { ...options, replies: scriptFor(connector, recording).replies })

/** The records of a replay and everything that went wrong, as JSON in which no line depends on time or chance. */
export const render = ({ report, unasked }: Replayed): string => {
  const { failures, health, records, rejections, unread } = report
  const shown = {
    health: health.name,
    failures,
    rejections,
    unread: unread.map(({ kind, ...rest }) => ({ kind: kind.name, ...rest })),
    unasked,
    records
  }
  return `${JSON.stringify(shown, null, 2)}\n`
}
