import { type NamedQuery, unseen } from "../postgres/Database.js"
import * as PageSql from "./PageSql.js"

/**
 * How many ids of related records a field of an item lists: a page of 100 items then has at most 3.9 MB of them, half of what a page holds.
 *
 * An item with more omits the field, so that what an item costs does not grow with the tenant; the list below the item has them.
 */
export const MAX_IDS = 1_000

type End = "source_id" | "target_id"

/**
 * The ids of the listed records that each record of a page is related to, in ascending order: $2 is the relation's kind, $3 the ids of the
 * page, $4 the kind at the far end, $5 where each record ends in the page.
 *
 * A row has the place of its record in the page, counted from 0, and the ids as JSON without brackets; null if the record has more relations
 * than an item shows. Of those, no related record is looked up, and no more relations are read than prove it. The rows end with the first
 * that makes the page too long. Without `offset 0`, the planner would copy the arrays to each place that names them, and read them again there.
 */
const query = (near: End, far: End): NamedQuery => ({
  name: `record_related_ids_by_${near}`,
  text: `
    select place::int - 1, ids
    from (
      select
        place, ids, coalesce(octet_length(ids), 0) as own,
        ends_at + sum(coalesce(octet_length(ids), 0)) over (order by place rows unbounded preceding) as bytes
      from (
        select
          page.place, page.ends_at,
          case when cardinality(relation.ids) <= ${MAX_IDS} then (
            select coalesce(string_agg('"' || member.id || '"', ',' order by member.id), '')
            from
              unnest(relation.ids) as member (id),
              lateral (
                select is_listed
                from record
                where connection_id = $1 and kind = $4 and id = member.id
                offset 0
              ) as related
            where related.is_listed
          ) end as ids
        from
          unnest($3::uuid[], $5::bigint[]) with ordinality as page (id, ends_at, place),
          lateral (
            select array(
              select ${far}
              from record
              where connection_id = $1 and ${near} = page.id and kind = ${unseen(2, "text")} and not is_gone
              limit ${MAX_IDS + 1}
            ) as ids
            offset 0
          ) as relation
        offset 0
      ) as shown
    ) as sized
    where bytes - own <= ${PageSql.MAX_BYTES}
    order by place`
})

/** The queries, by the end of the relation at which the listed record is. */
export const queries = { source: query("source_id", "target_id"), target: query("target_id", "source_id") }
