// The kinds of record for what ticketing tools have.
import * as Records from "../../records/index.js"
import { make } from "../defineKind.js"
import { hide, status, vendorId } from "./deletions.js"

export const ItsmUser = make({
  name: "itsm_user",
  exportType: "itsm_users",
  schema: Records.ItsmUser,
  path: "/itsm/users",
  deletion: status,
  identity: (draft) => draft.vendor_attributes.id
})

export const ItsmGroup = make({
  name: "itsm_group",
  exportType: "itsm_groups",
  schema: Records.ItsmGroup,
  path: "/itsm/groups",
  deletion: hide,
  identity: vendorId
})

export const ItsmProject = make({
  name: "itsm_project",
  exportType: "itsm_projects",
  schema: Records.ItsmProject,
  path: "/itsm/projects",
  deletion: hide,
  identity: vendorId
})

export const ItsmTicket = make({
  name: "itsm_ticket",
  exportType: "itsm_tickets",
  schema: Records.ItsmTicket,
  path: "/itsm/tickets",
  deletion: hide,
  identity: vendorId,
  references: {
    project_id: "itsm_project",
    parent_ticket_id: "itsm_ticket",
    assigned_user_id: "itsm_user",
    created_by_user_id: "itsm_user"
  },
  facets: { status: "status", project: "project_id" }
})

export const ItsmComment = make({
  name: "itsm_comment",
  exportType: "itsm_comments",
  schema: Records.ItsmComment,
  path: "/itsm/comments",
  deletion: hide,
  identity: vendorId,
  references: { ticket_id: "itsm_ticket", author_user_id: "itsm_user" }
})

export const ItsmAttachment = make({
  name: "itsm_attachment",
  exportType: "itsm_attachments",
  schema: Records.ItsmAttachment,
  path: "/itsm/attachments",
  deletion: hide,
  identity: vendorId,
  references: { ticket_id: "itsm_ticket", author_user_id: "itsm_user" }
})
