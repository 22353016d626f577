import type pg from 'pg'

/** Prints rows, bytes and dead rows before autovacuum of the largest tables, those kept by month together, and the largest indexes. */
export async function printSizes(pool: pg.Pool): Promise<void> {
  const { rows: tables } = await pool.query(
    `with whole as (
       select c.oid, coalesce(p.inhparent, c.oid) as root, c.reltuples, c.reloptions from pg_class c left join pg_inherits p on p.inhrelid = c.oid
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r')
     select root::regclass::text as "table", sum(greatest(reltuples, 0))::bigint as rows, round(sum(pg_total_relation_size(oid)) / 1e6) as mb,
       round(sum(pg_indexes_size(oid)) / 1e6) as "mb of indexes",
       round(sum(pg_total_relation_size(oid)) / nullif(sum(greatest(reltuples, 0)), 0)::numeric) as "bytes a row"
     from whole group by root order by 3 desc limit 40`,
  )
  console.table(tables)
  const { rows: indexes } = await pool.query(
    `select i.indrelid::regclass::text as "table", i.indexrelid::regclass::text as index, round(pg_relation_size(i.indexrelid) / 1e6) as mb
     from pg_index i join pg_class c on c.oid = i.indrelid where c.relnamespace = 'public'::regnamespace
     order by pg_relation_size(i.indexrelid) desc limit 40`,
  )
  console.table(indexes)
  const { rows: all } = await pool.query<{ gb: string }>(
    'select round(pg_database_size(current_database()) / 1e9, 2) as gb',
  )
  console.log(`the whole database: ${all[0]?.gb} GB`)
}
