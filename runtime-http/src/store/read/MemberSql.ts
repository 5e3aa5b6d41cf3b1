import type { NamedQuery } from "../postgres/NamedQuery.js"
import type { PageQueries } from "./PageSql.js"

/*
 * The records that one record is related to, such as the users of a policy: those of the kind $2, in the order of their own list.
 *
 * A page looks at every member of the one record and at nothing else, since no index can hold the order of one list and the members of
 * another: some 10 ms for 1,000 members. It fetches the JSON of its own records alone, by their place.
 *
 * $1 is the connection, $3 the lowest position, as in the lists. Then follow the relation's kind and the id of the record at its source.
 */
const members = (relation: string, source: string): string => `
      select found.position, found.place
      from
        (
          select target_id, connection_id, is_gone
          from record
          where source_id = ${source} and kind = ${relation}
          offset 0
        ) as relation,
        lateral (
          select position, ctid as place, is_listed
          from record
          where connection_id = $1 and kind = $2 and id = relation.target_id
          offset 0
        ) as found
      where relation.connection_id = $1 and not relation.is_gone and found.is_listed and found.position >= $3`

interface Part {
  readonly name: string
  /** Which of the members, in which order. */
  readonly rows: string
  readonly order: "asc" | "desc"
  readonly hasBehind: string
}

const page = ({ name, rows, order, hasBehind }: Part): NamedQuery => ({
  name: `record_members_${name}`,
  text: `
    with member as materialized (${members("$6", "$7")}
    )
    select page.position, record.wire, ${hasBehind}, record.id
    from
      (select position, place from member ${rows}) as page,
      lateral (select wire, id from record where ctid = page.place offset 0) as record
    order by page.position ${order}`
})

const isAny = (condition: string): string => `exists (select from member where ${condition})`

/** After the position $4, before it, and from the $4th member on; at most $5. */
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

export const total: NamedQuery = {
  name: "record_members_total",
  text: `
    select count(*)
    from (${members("$4", "$5")}
    ) as member`
}
