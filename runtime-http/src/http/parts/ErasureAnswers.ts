import { Erasure, type ErasureSubject } from "@tributary/core"
import type * as Stored from "../../store/erasure/ErasureRow.js"
import * as Answer from "../server/response/Answer.js"

const subjects: Readonly<Record<Stored.Erasure["subject"], ErasureSubject>> = {
  connection: "CONNECTION",
  organization: "ORGANIZATION",
  account: "ACCOUNT"
}

const statusOf = ({ begunAt, finishedAt }: Stored.Erasure): Erasure["status"] => {
  if (finishedAt !== null) return "SUCCESS"
  return begunAt === null ? "QUEUED" : "RUNNING"
}

/** An erasure as the API shows it. */
export const toWire = (erasure: Stored.Erasure): Erasure => ({
  erasure_id: erasure.id,
  subject: subjects[erasure.subject],
  organization_id: erasure.organizationId,
  connection_id: erasure.connectionId,
  status: statusOf(erasure),
  requested_at: erasure.requestedAt,
  started_at: erasure.begunAt,
  finished_at: erasure.finishedAt,
  receipt: erasure.receipt.map(({ count, lastAt, table }) => ({ table, count, last_at: lastAt }))
})

/** Answers a request for an erasure. */
export const accepted = Answer.json(Erasure, 202)
