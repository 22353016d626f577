-- What grows for ever is kept in a table a month, and a month that is over is dropped whole (decision 0096). Months are told apart by
-- ids, which begin with the milliseconds at which they were made: so an id is unique and found as before, whichever version writes.

-- The first id that can be made at an instant.
create function first_id_of(instant timestamptz) returns uuid language sql immutable parallel safe
  return rpad(lpad(to_hex(greatest(0, floor(extract(epoch from instant) * 1000))::bigint), 12, '0'), 32, '0')::uuid;

-- Whether a month has a table: one of its own, or the one for all months until then.
create function has_month(of_table text, month date) returns boolean language sql stable
  return exists (
    select from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = of_table::regclass and (c.relname = of_table || to_char(month, '"_"YYYY"_"MM')
      or to_date(substring(c.relname from '_until_([0-9]{4}_[0-9]{2})$'), 'YYYY_MM') >= month));

-- Makes the month of a table unless it is there, and takes into it what went to the table for the rest meanwhile.
create function add_month(of_table text, month date) returns boolean language plpgsql as $$
declare
  part constant text := of_table || to_char(month, '"_"YYYY"_"MM');
  rest constant text := of_table || '_rest';
  first_id constant uuid := first_id_of(month::timestamp at time zone 'UTC');
  next_id constant uuid := first_id_of((month + interval '1 month')::timestamp at time zone 'UTC');
  key name;
  storage text;
begin
  if has_month(of_table, month) then return false; end if;
  execute format('lock table %I in access exclusive mode', rest);
  -- Another process may have made it while this one waited.
  if has_month(of_table, month) then return false; end if;
  select a.attname, ' with (' || array_to_string(c.reloptions, ', ') || ')' into strict key, storage
  from pg_partitioned_table p
  join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
  join pg_class c on c.oid = p.partdefid
  where p.partrelid = of_table::regclass;
  execute format('create table %I (like %I including all)', part, of_table) || coalesce(storage, '');
  execute format('with gone as (delete from %I where %2$I >= $1 and %2$I < $2 returning *) insert into %3$I select * from gone',
    rest, key, part) using first_id, next_id;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, part, first_id, next_id);
  return true;
end $$;

-- Versions before this one delete old rows by their place in a table (ctid), which names a row in every month: told to, they fail,
-- and what is too old goes a night later.
create function refuse_to_delete_by_place() returns trigger language plpgsql as $$
begin
  if current_query() ~* '\mctid\M' then
    raise exception '% is kept by month: a row''s place alone does not name it', tg_table_name;
  end if;
  return null;
end $$;

-- Keeps a table by month from the next one on. What it holds stays where it is, in a table for all months until then: nothing is
-- copied, and the key of each row is read once while others wait (a million rows: a fifth of a second).
create function keep_by_month(of_table text, key name) returns void language plpgsql as $$
declare
  next_month constant date := date_trunc('month', current_instant() at time zone 'UTC') + interval '1 month';
  first_id constant uuid := first_id_of(next_month::timestamp at time zone 'UTC');
  before constant text := of_table || to_char(next_month - 1, '"_until_"YYYY"_"MM');
  rest constant text := of_table || '_rest';
  primary_key text;
  storage text;
  definitions text[];
  definition text;
  index_name name;
begin
  execute format('lock table %I in access exclusive mode', of_table);
  select pg_get_constraintdef(oid) into strict primary_key from pg_constraint where conrelid = of_table::regclass and contype = 'p';
  select ' with (' || array_to_string(reloptions, ', ') || ')' into storage from pg_class where oid = of_table::regclass;
  select array_agg(pg_get_indexdef(indexrelid)) into definitions
  from pg_index where indrelid = of_table::regclass and not indisprimary;
  for index_name in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = of_table::regclass loop
    execute format('alter index %I rename to %I', index_name, index_name || '_until');
  end loop;
  execute format('alter table %I rename to %I', of_table, before);

  execute format('create table %I (like %I including defaults including constraints) partition by range (%I)', of_table, before, key);
  execute format('alter table %I add constraint %I %s', of_table, of_table || '_pkey', primary_key);
  foreach definition in array definitions loop execute definition; end loop;
  execute format('create table %I partition of %I default', rest, of_table) || coalesce(storage, '');
  -- Ids that do not begin with their time, as those of demos made earlier.
  execute format('with gone as (delete from %I where %2$I >= $1 returning *) insert into %3$I select * from gone', before, key, rest)
    using first_id;
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', of_table, before, first_id);
  for ahead in 0 .. 2 loop perform add_month(of_table, (next_month + make_interval(months => ahead))::date); end loop;
  execute format('create trigger rows_have_no_place before delete on %I for each statement execute function refuse_to_delete_by_place()',
    of_table);
end $$;
