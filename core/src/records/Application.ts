import { Schema } from "effect"
import { Timestamp } from "../Timestamp.js"
import * as Field from "./Field.js"

/** What kind of application it is; `OTHER` is anything else. */
export const ApplicationType = Field.openEnum({
  identifier: "ApplicationType",
  values: ["REPOSITORY", "PROJECT", "CONTAINER_IMAGE", "WEB_APPLICATION", "OTHER"],
  catchAll: "OTHER"
})
export type ApplicationType = Schema.Schema.Type<typeof ApplicationType>

/** Who can see an application in the source tool: everybody, those with access, or all members of the organization. */
export const ApplicationVisibility = Schema.Literal("PUBLIC", "PRIVATE", "INTERNAL").annotations(
  Field.named("ApplicationVisibility")
)
export type ApplicationVisibility = Schema.Schema.Type<typeof ApplicationVisibility>

/** Something that is built and scanned: a code repository, a project, a container image or a web application. */
export const Application = Field.struct("Application", {
  /** The service's own id of the application: a UUID that stays the same across syncs. */
  id: Field.Id,
  /** The application's name. */
  name: Schema.String,
  /** The name with its owner or group, such as `acme/shop`. Null if there is none. */
  full_name: Schema.NullOr(Schema.String),
  /** What kind of application it is. */
  type: ApplicationType,
  /** What it is for. Null if nobody said. */
  description: Schema.NullOr(Schema.String),
  /** The application's page in the source tool. Null if it has none. */
  url: Schema.NullOr(Schema.String),
  /** The branch that is scanned, such as `main`. Null if unknown. */
  default_branch: Schema.NullOr(Schema.String),
  /** The programming languages. Null if unknown. */
  languages: Schema.NullOr(Schema.Array(Schema.String)),
  /** Who can see it in the source tool. Null if unknown. */
  visibility: Schema.NullOr(ApplicationVisibility),
  /** Whether it is archived or no longer watched. Null if the source tool does not say. */
  is_archived: Schema.NullOr(Schema.Boolean),
  /** Who it belongs to: a person, a team or an organization. Null if unknown. */
  owner: Schema.NullOr(Schema.String),
  /** How important it is, in the source tool's own words. Null if nobody said. */
  business_criticality: Schema.NullOr(Schema.String),
  /** Its tags, topics or labels. Null if it has none. */
  tags: Schema.NullOr(Schema.Array(Schema.String)),
  /** When the application was created in the source tool. Null if it does not say. */
  vendor_created_at: Schema.NullOr(Timestamp),
  /** When it last changed in the source tool. Null if it does not say. */
  last_updated_at: Schema.NullOr(Timestamp),
  /** When it was last scanned. Null if it never was, or if the source tool does not say. */
  last_scanned_at: Schema.NullOr(Timestamp),
  /** True once complete scans no longer find the application in the source tool; false again when it returns. */
  is_deleted: Schema.Boolean,
  /** The vendor identifier of the source tool, such as `GITHUB`. */
  vendor: Schema.String,
  /** The application's id in the source tool. */
  vendor_id: Schema.String,
  /**
   * Further fields of the application, as the source tool sends them or under a name of the connector; the shape depends on the vendor. Null if
   * there are none.
   */
  vendor_data: Schema.NullOr(Field.JsonObject),
  /**
   * The paths of the longest fields that `vendor_data` lacks, such as `profile.notes`, because its JSON would have more than 8,192 characters
   * with them. Null if it has them all.
   */
  vendor_data_omitted: Field.optional(Schema.Array(Schema.String))
})

export interface Application extends Schema.Schema.Type<typeof Application> {}
