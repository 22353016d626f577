-- The present, for every statement, default and trigger. In a real marketplace it is the machine's time, as now() says it.
-- A demo and the tests replace this one function by one that can be moved (db/seed/movable-clock.ts).
create function current_instant() returns timestamptz language sql stable parallel safe as $$ select now() $$;

-- Column defaults, the ones of the local stand-ins for vendors among them.
do $$
declare found record;
begin
  for found in
    select d.adrelid::regclass as of_table, a.attname as of_column, pg_get_expr(d.adbin, d.adrelid) as expression
    from pg_attrdef d
    join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    join pg_class c on c.oid = d.adrelid
    where c.relnamespace in ('public'::regnamespace, 'local_vendor'::regnamespace)
      and c.relname <> 'schema_migrations' and pg_get_expr(d.adbin, d.adrelid) like '%now()%'
  loop
    execute format('alter table %s alter column %I set default %s', found.of_table, found.of_column,
      replace(found.expression, 'now()', 'public.current_instant()'));
  end loop;
end $$;

-- Functions of triggers.
do $$
declare found record;
begin
  for found in
    select pg_get_functiondef(p.oid) as definition
    from pg_proc p
    where p.pronamespace in ('public'::regnamespace, 'local_vendor'::regnamespace)
      and p.proname <> 'current_instant' and p.prokind = 'f' and p.prosrc ~ '\mnow\(\)'
      and not exists (select 1 from pg_depend e where e.objid = p.oid and e.deptype = 'e')
  loop
    execute regexp_replace(found.definition, '\mnow\(\)', 'public.current_instant()', 'g');
  end loop;
end $$;

-- Two letters of one instant have an order: a clock that stands still is no reason to mix them up.
alter table local_vendor.outbox add column position bigint generated always as identity;
drop index local_vendor.newest_in_outbox;
create index newest_in_outbox on local_vendor.outbox (position desc);
