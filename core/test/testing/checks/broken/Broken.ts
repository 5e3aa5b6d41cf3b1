import { type Connector, Extractor, type VendorError } from "@tributary/core"
import type { ConnectorTest } from "@tributary/core/testing"
import { acme, byHand, type Parts, replies, userList } from "../../Acme.js"

/** A connector with one fault, and the one check that must fail for it. */
export interface Broken {
  /** What its author did, in words that follow "a connector that". */
  readonly name: string
  readonly connector: Connector.Connector
  readonly replies: ConnectorTest.Replies
  /** The name of the check, with the endpoint of its list. */
  readonly check: string
}

/** Acme with other parts, over the script of its users. */
export const broken = (name: string, check: string, parts: Parts): Broken => ({
  name,
  check,
  connector: acme(parts),
  replies
})

/** The list of users with other options. */
export const users = (parts: Partial<typeof userList>): Parts => ({ users: Extractor.make({ ...userList, ...parts }) })

/** The users, read by a stream written by hand. */
export const hand = (...parts: Parameters<typeof byHand>): Parts => ({ users: byHand(...parts) })

/** Acme with a classification of its own; null leaves an answer to the shared table. */
export const classifying = (
  read: (answer: {
    readonly endpoint: string
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly key: string
  }) => VendorError.VendorError | null
): Parts => ({ http: (key) => ({ classify: (answer) => read({ ...answer, key }) }) })

/** What an error of Acme says. */
export const fields = (status: number, endpoint = "/users") => ({ endpoint, status, detail: `answered ${status}` })
