import { Schema } from "effect"

/** The permission that every list needs: https://jumpcloud.com/support/admin-portal-roles */
export const READ_ONLY = ["Administrator role: Read Only"]

/** For what JumpCloud gives no creation date. */
export const UNKNOWN_CREATION = "1970-01-01T00:00:00.000Z"

/** What a group or an application is bound to, such as a user: https://docs.jumpcloud.com/api/2.0/index.html */
export const JumpCloudBound = Schema.Struct({ id: Schema.String })
export interface JumpCloudBound extends Schema.Schema.Type<typeof JumpCloudBound> {}
