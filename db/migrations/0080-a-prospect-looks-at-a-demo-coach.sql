-- Demo coaches who exist to be looked at. Nobody real is ever among their students.
create table showroom_coaches (
  instructor_id uuid primary key references instructor_profiles (user_id) on delete cascade,
  created_at timestamptz not null default current_instant()
);

-- Whose dashboard a prospect sees. The reference lets in coaches of the showroom and nobody else.
create table prospect_demo_mapping (
  prospect_id uuid primary key references profiles (id) on delete cascade,
  demo_instructor_id uuid not null references showroom_coaches (instructor_id) on delete cascade,
  created_at timestamptz not null default current_instant()
);
create index prospects_of_a_demo_coach on prospect_demo_mapping (demo_instructor_id);

-- What a prospect sees hangs on it: every web process forgets what it knew of the session.
create function announce_demo_mapping() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'session:' || case when tg_op = 'DELETE' then old.prospect_id else new.prospect_id end);
  return null;
end $$;
create trigger demo_mapping_announces_change after insert or update or delete on prospect_demo_mapping
  for each row execute function announce_demo_mapping();

create function tables_of_pairs() returns setof regclass language sql stable as $$
  select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and c.relkind = 'r'
    and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
      and a.attname in ('instructor_id', 'student_id'))
$$;
comment on function tables_of_pairs() is 'Tables whose rows are of one coach and one student.';

create function guard_showroom() returns trigger language plpgsql as $$
declare
  pairs regclass;
  has_real boolean;
begin
  if not exists (select from profiles where id = new.instructor_id and is_demo) then
    raise exception 'only demo coaches are in the showroom' using errcode = 'check_violation';
  end if;
  for pairs in select tables_of_pairs() loop
    execute format('select exists (select from %s t join profiles p on p.id = t.student_id
      where t.instructor_id = $1 and not p.is_demo)', pairs) into has_real using new.instructor_id;
    if has_real then
      raise exception 'a coach with real students is not in the showroom' using errcode = 'check_violation';
    end if;
  end loop;
  return new;
end $$;
create trigger showroom_is_of_demo_coaches before insert or update on showroom_coaches
  for each row execute function guard_showroom();

-- Whoever is a prospect without a demo coach when the showroom opens gets this one.
create function show_new_coach_to_prospects() returns trigger language plpgsql as $$
begin
  insert into prospect_demo_mapping (prospect_id, demo_instructor_id)
  select user_id, new.instructor_id from user_roles where role = 'prospect' on conflict do nothing;
  return null;
end $$;
create trigger new_showroom_coach_is_shown after insert on showroom_coaches
  for each row execute function show_new_coach_to_prospects();

create function map_new_prospect() returns trigger language plpgsql as $$
begin
  insert into prospect_demo_mapping (prospect_id, demo_instructor_id)
  select new.user_id, instructor_id from showroom_coaches order by created_at, instructor_id limit 1
  on conflict do nothing;
  return null;
end $$;
create trigger prospects_get_a_demo_coach after insert on user_roles
  for each row when (new.role = 'prospect') execute function map_new_prospect();

create function unmap_former_prospect() returns trigger language plpgsql as $$
begin
  delete from prospect_demo_mapping where prospect_id = old.user_id;
  return null;
end $$;
create trigger former_prospects_lose_their_demo_coach after delete on user_roles
  for each row when (old.role = 'prospect') execute function unmap_former_prospect();

-- The other way round: a real student never comes to a coach of the showroom, and nobody there becomes real.
create function keep_real_students_out_of_showroom() returns trigger language plpgsql as $$
begin
  if exists (select from showroom_coaches where instructor_id = new.instructor_id)
    and exists (select from profiles where id = new.student_id and not is_demo) then
    raise exception 'a coach of the showroom has demo students only' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create procedure guard_pairs_of_showroom() language plpgsql as $$
declare
  pairs regclass;
begin
  for pairs in select tables_of_pairs() loop
    execute format('create or replace trigger showroom_has_demo_students_only before insert or update of instructor_id, student_id on %s
      for each row execute function keep_real_students_out_of_showroom()', pairs);
  end loop;
end $$;
comment on procedure guard_pairs_of_showroom() is 'Call it in the migration that adds another table of coaches and students.';
call guard_pairs_of_showroom();

create function keep_showroom_demo() returns trigger language plpgsql as $$
declare
  pairs regclass;
  is_shown boolean;
begin
  if exists (select from showroom_coaches where instructor_id = old.id) then
    raise exception 'a coach of the showroom is a demo coach' using errcode = 'check_violation';
  end if;
  for pairs in select tables_of_pairs() loop
    execute format('select exists (select from %s t join showroom_coaches s on s.instructor_id = t.instructor_id
      where t.student_id = $1)', pairs) into is_shown using old.id;
    if is_shown then
      raise exception 'a student of the showroom is a demo student' using errcode = 'check_violation';
    end if;
  end loop;
  return new;
end $$;
create trigger people_of_the_showroom_stay_demo before update of is_demo on profiles
  for each row when (old.is_demo and not new.is_demo) execute function keep_showroom_demo();

-- Who asked for a free trial.
create table trial_interests (
  id uuid primary key default gen_random_uuid(),
  -- One sending of the form, however often it is tried.
  client_id uuid not null unique,
  user_id uuid references profiles (id) on delete set null,
  full_name text not null check (char_length(full_name) between 1 and 100),
  email text not null check (char_length(email) <= 255),
  phone text not null check (char_length(phone) <= 20),
  business_name text check (char_length(business_name) <= 200),
  message text check (char_length(message) <= 1000),
  created_at timestamptz not null
);
create index newest_trial_interests on trial_interests (created_at desc);
create index trial_interests_of_a_person on trial_interests (user_id);
