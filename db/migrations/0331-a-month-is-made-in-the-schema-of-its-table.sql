-- As before, but not in the first schema of the connection, where other connections may not find it (decision 0157).
create or replace function add_month(of_table text, month date) returns boolean language plpgsql as $$
declare
  part constant text := of_table || to_char(month, '"_"YYYY"_"MM');
  rest constant text := of_table || '_rest';
  first_id constant uuid := first_id_of(month::timestamp at time zone 'UTC');
  next_id constant uuid := first_id_of((month + interval '1 month')::timestamp at time zone 'UTC');
  home name;
  key name;
  storage text;
begin
  if has_month(of_table, month) then return false; end if;
  execute format('lock table %I in access exclusive mode', rest);
  -- Another process may have made it while this one waited.
  if has_month(of_table, month) then return false; end if;
  select n.nspname, a.attname, ' with (' || array_to_string(c.reloptions, ', ') || ')' into strict home, key, storage
  from pg_partitioned_table p
  join pg_attribute a on a.attrelid = p.partrelid and a.attnum = p.partattrs[0]
  join pg_class c on c.oid = p.partdefid
  join pg_namespace n on n.oid = c.relnamespace
  where p.partrelid = of_table::regclass;
  execute format('create table %I.%I (like %I including all)', home, part, of_table) || coalesce(storage, '');
  execute format('with gone as (delete from %I where %2$I >= $1 and %2$I < $2 returning *) insert into %3$I.%4$I select * from gone',
    rest, key, home, part) using first_id, next_id;
  execute format('alter table %I attach partition %I.%I for values from (%L) to (%L)', of_table, home, part, first_id, next_id);
  return true;
end $$;
