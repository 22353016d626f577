import pg from 'pg'

/** Identity columns count in steps of this, each region from its own number, so that a moved row keeps its id. */
const MOST_REGIONS = 100

/**
 * The statements that make tables of `public` ($1) again in the schema $2, in order; `including all` would give indexes other names,
 * and the product knows constraints by name.
 */
const definitions = `
  with t as (select oid, relname, reloptions from pg_class where relnamespace = 'public'::regnamespace and relname = any ($1))
  select statement from (
    select 1 as step, relname as name, format('create table %I.%I (like public.%2$I including all excluding indexes)', $2::text, relname)
      || coalesce(' with (' || array_to_string(reloptions, ', ') || ')', '') as statement from t
    union all
    select case contype when 'f' then 3 else 2 end, conname,
      format('alter table %I.%I add constraint %I %s', $2, relname, conname, pg_get_constraintdef(c.oid))
    from pg_constraint c join t on t.oid = c.conrelid where contype in ('p', 'u', 'x', 'f')
    union all
    select 2, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index i join t on t.oid = i.indrelid
    where not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u', 'x'))
    union all
    select 4, tgname, pg_get_triggerdef(g.oid) from pg_trigger g join t on t.oid = g.tgrelid where not tgisinternal
    union all
    select 5, relname, format('alter table %I.%I alter column %I set increment by ${MOST_REGIONS} restart with %s', $2, relname, attname, $3::int)
    from pg_attribute a join t on t.oid = a.attrelid where attidentity <> ''
  ) s order by step, name`

/**
 * Makes the schema of a region with its own tables, constraints, indexes and triggers. Keys to tables of accounts lead to `public`, and
 * functions stay there, because they find their tables by `search_path`.
 * @param region its name, and its number from 1
 * @param tables the tables of coaches
 */
export async function createRegion(
  client: pg.ClientBase,
  region: { name: string; number: number },
  tables: readonly string[],
) {
  const { name } = region
  const ofPublic = new RegExp(`\\bpublic\\.(?=(${tables.join('|')})\\b)`, 'g')
  await client.query('begin')
  await client.query(`create schema ${name}`)
  // Every name in a definition is qualified.
  await client.query('set local search_path = pg_catalog')
  const { rows } = await client.query<{ statement: string }>(definitions, [tables, name, region.number])
  for (const { statement } of rows)
    await client.query(
      statement.startsWith('create table') ? statement : statement.replace(ofPublic, `${name}.`),
    )
  await client.query('commit')
}

/** Makes a schema in which each table of coaches is a view of the rows of all regions, for reading. */
export async function createUnion(
  client: pg.ClientBase,
  name: string,
  regions: readonly string[],
  tables: readonly string[],
) {
  await client.query(`create schema ${name}`)
  for (const table of tables)
    await client.query(
      `create view ${name}.${table} as ${regions.map((region) => `select * from ${region}.${table}`).join(' union all ')}`,
    )
}

/** The address of a database whose connections find tables in these schemas, then in `public`. */
export const urlIn = (url: string, schema: string): string =>
  `${url}?options=${encodeURIComponent(`-c search_path=${schema},public`)}`

/**
 * What is defined for tables of a schema: columns, constraints, indexes, triggers and storage options, one line each, without the schema's
 * name, brackets (which differ after a definition is read again) and whether a constraint was checked for older rows.
 */
export async function readDefinitions(
  client: pg.ClientBase,
  schema: string,
  tables: readonly string[],
): Promise<string[]> {
  await client.query(`set search_path = ${pg.escapeIdentifier(schema)}, public`)
  const { rows } = await client.query<{ line: string }>(
    `with t as (select oid, relname, reloptions from pg_class where relnamespace = current_schema::regnamespace and relname = any ($1))
     select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
       pg_get_expr(adbin, adrelid)) as line
     from t join pg_attribute a on a.attrelid = t.oid and attnum > 0 and not attisdropped
       left join pg_attrdef d on d.adrelid = t.oid and d.adnum = attnum
     union all select relname || ' ' || conname || ' ' || pg_get_constraintdef(c.oid) from t join pg_constraint c on c.conrelid = t.oid
     union all select relname || ' ' || pg_get_indexdef(indexrelid) from t join pg_index on indrelid = t.oid
     union all select relname || ' ' || pg_get_triggerdef(g.oid) from t join pg_trigger g on tgrelid = t.oid where not tgisinternal
     union all select concat_ws(' ', relname, array_to_string(reloptions, ', ')) from t
     order by 1`,
    [tables],
  )
  await client.query('reset search_path')
  return rows.map(({ line }) => line.replaceAll(`${schema}.`, '').replaceAll(/[()]| NOT VALID/g, ''))
}
