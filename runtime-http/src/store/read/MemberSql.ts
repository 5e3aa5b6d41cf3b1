import type { NamedQuery } from "../postgres/NamedQuery.js"
import * as PageSize from "./PageSize.js"
import type { Direction, PageQueries } from "./PageSql.js"

/*
 * The members of a record: the records that it is related to, such as the users of a policy. They have the kind $2 and keep the order of
 * their own list.
 *
 * Every page reads all members of the record, because no index can combine the order of one list with the members of another: about 10 ms
 * for 1,000 members. It fetches the JSON of its own rows only, by their ctid.
 *
 * As in the other lists, $1 is the connection, $3 the position where a page starts, $4 the number of rows, and $5 how many to skip. The last
 * three parameters are the relation's kind, the id of the record at its source, and the ids that the list is limited to, or null.
 */
const members = (bound: string, relation: string, source: string, ids: string): string => `
      select found.position, found.place
      from
        (
          select target_id, is_gone
          from record
          where connection_id = $1 and source_id = ${source} and kind = ${relation} and (${ids}::uuid[] is null or target_id = any(${ids}::uuid[]))
          offset 0
        ) as relation,
        lateral (
          select position, ctid as place, is_listed
          from record
          where connection_id = $1 and kind = $2 and id = relation.target_id
          offset 0
        ) as found
      where not relation.is_gone and found.is_listed and found.position ${bound} $3`

const page = (direction: Direction, bound: string, order: string): NamedQuery => ({
  name: `record_members_${direction}`,
  text: `
    select ${PageSize.shortOrId("record.wire", "record.id", "$4")}, page.position
    from
      (
        select position, place
        from (${members(bound, "$6", "$7", "$8")}
        ) as member
        order by ${order}
        offset $5
        limit $4
      ) as page,
      lateral (select wire, id from record where connection_id = $1 and ctid = page.place offset 0) as record
    order by page.${order}`
})

/** Pages of the members. */
export const pages: PageQueries = {
  up: page("up", ">=", "position"),
  down: page("down", "<=", "position desc")
}

/** The number of members. */
export const total: NamedQuery = {
  name: "record_members_total",
  text: `
    select count(*)
    from (${members(">=", "$4", "$5", "$6")}
    ) as member`
}
