import { Extractor, RecordKind } from "@tributary/core"
import { Schema } from "effect"
import { authorOf, authors, type ServiceNowAuthors } from "../author.js"
import { journalText } from "../journalText.js"
import { table } from "../table.js"
import { TICKET_TABLES } from "../task.js"
import { Text, Time } from "../value.js"

/** An entry of a journal, a row of the table `sys_journal_field`: https://www.servicenow.com/docs/r/platform-administration/c_JournalFields.html */
export const ServiceNowEntry = Schema.Struct({
  sys_id: Schema.NonEmptyString,
  // The table and the `sys_id` of the ticket, and the journal of the ticket.
  name: Text,
  element_id: Schema.NonEmptyString,
  element: Text,
  value: Text,
  sys_created_by: Text,
  sys_created_on: Time
})
export interface ServiceNowEntry extends Schema.Schema.Type<typeof ServiceNowEntry> {}

/** The journal whose entries the person who reported a ticket can read; the other one has the work notes. */
const PUBLIC = "comments"

/** Maps an entry of a ticket's journal to an `itsm_comment`. */
export const toItsmComment = (
  entry: ServiceNowEntry,
  answers: ServiceNowAuthors
): RecordKind.Draft<typeof RecordKind.ItsmComment> => ({
  body: journalText(entry.value),
  ticket_id: entry.element_id,
  author_user_id: authorOf(entry, answers),
  vendor_id: entry.sys_id,
  vendor_attributes: {
    created_at: entry.sys_created_on,
    id: entry.sys_id,
    // Journal entries never change.
    updated_at: null,
    vendor: "SERVICENOW",
    data: {
      vendor: "SERVICENOW",
      table: entry.name,
      journal: entry.element,
      is_public: entry.element === PUBLIC,
      created_by: entry.sys_created_by
    }
  }
})

const only = `nameIN${TICKET_TABLES.join(",")}^elementIN${PUBLIC},work_notes`

/** Extracts the comments and work notes of incidents and change requests. */
export const comments = Extractor.make({
  record: RecordKind.ItsmComment,
  // The table has no time of the last change, because its rows never change.
  ...table("sys_journal_field", ServiceNowEntry, { only, changed: "sys_created_on" }),
  row: ServiceNowEntry,
  lookups: { authors },
  toRecord: toItsmComment
})
