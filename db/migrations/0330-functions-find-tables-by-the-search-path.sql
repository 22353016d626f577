-- A connection may have tables of coaches in a schema of its own before those of public (decision 0157). These two functions named public.
create or replace function note_open_start_change() returns trigger language plpgsql as $$
begin
  insert into open_start_changes (instructor_id) values (coalesce(new.instructor_id, old.instructor_id));
  return null;
end $$;

create or replace function tables_of_pairs() returns setof regclass language sql stable as $$
  select c.oid::regclass from pg_class c
  where pg_table_is_visible(c.oid) and c.relkind = 'r' and c.relpersistence = 'p'
    and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
      and a.attname in ('instructor_id', 'student_id'))
$$;
