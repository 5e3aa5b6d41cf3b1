import type { NamedQuery } from "../postgres/NamedQuery.js"
import * as PageSize from "./PageSize.js"
import type { PageQueries } from "./PageSql.js"

/*
 * The members of a record: the records that it is related to, such as the users of a policy. They have the kind $2 and keep the order of
 * their own list.
 *
 * Every page reads all members of the record, because no index can combine the order of one list with the members of another: about 10 ms
 * for 1,000 members. It fetches the JSON of its own rows only, by their ctid.
 *
 * As in the other lists, $1 is the connection and $3 the lowest position. The last three parameters are the relation's kind, the id of the
 * record at its source, and the ids that the list is limited to, or null.
 */
const members = (relation: string, source: string, ids: string): string => `
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
      where not relation.is_gone and found.is_listed and found.position >= $3`

interface Part {
  readonly name: string
  /** Selects and orders the members of the page. */
  readonly rows: string
  readonly order: "asc" | "desc"
  readonly hasBehind: string
}

const page = ({ name, rows, order, hasBehind }: Part): NamedQuery => ({
  name: `record_members_${name}`,
  text: `
    with member as materialized (${members("$6", "$7", "$8")}
    )
    select position, wire, ${hasBehind}, id, found
    from ${PageSize.cut(
      `
          select page.position, record.wire, record.id
          from
            (select position, place from member ${rows}) as page,
            lateral (select wire, id from record where connection_id = $1 and ctid = page.place offset 0) as record`,
      `position ${order}`
    )} as page
    order by position ${order}`
})

const isAny = (condition: string): string => `exists (select from member where ${condition})`

/** At most $5 members: after the position $4, before it, or after the first $4 members. */
export const pages: PageQueries = {
  After: page({
    name: "after",
    rows: "where position > $4 order by position limit $5",
    order: "asc",
    hasBehind: isAny("position <= $4")
  }),
  Before: page({
    name: "before",
    rows: "where position < $4 order by position desc limit $5",
    order: "desc",
    hasBehind: isAny("position >= $4")
  }),
  Offset: page({
    name: "offset",
    rows: "order by position offset $4 limit $5",
    order: "asc",
    hasBehind: "$4::bigint > 0"
  })
}

/** The number of members. */
export const total: NamedQuery = {
  name: "record_members_total",
  text: `
    select count(*)
    from (${members("$4", "$5", "$6")}
    ) as member`
}
