-- Somebody liked the coach whom the quiz found and left a way to be reached. Notified goes one way.
create table match_saves (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references profiles (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) <= 255),
  matched_instructor_id uuid not null references instructor_profiles (user_id) on delete cascade,
  -- city, state, skillLevel, ageRange, primaryGoal, budget {low, high} in dollars an hour; each where somebody said so.
  preferences jsonb not null default '{}' check (jsonb_typeof(preferences) = 'object'),
  notified boolean not null default false,
  notified_at timestamptz check ((notified_at is not null) = notified),
  created_at timestamptz not null default current_instant(),
  updated_at timestamptz not null default current_instant()
);
create unique index one_match_save_of_a_coach_a_visitor on match_saves (lower(email), matched_instructor_id) where user_id is null;
create unique index one_match_save_of_a_coach_a_person on match_saves (user_id, matched_instructor_id) where user_id is not null;
create index match_saves_of_a_coach on match_saves (matched_instructor_id);
create index match_saves_newest on match_saves (created_at desc, id desc);
create index match_saves_to_notify on match_saves (created_at desc, id desc) where not notified;

create function refuse_going_back() returns trigger language plpgsql as $$
begin
  raise exception 'this mark goes one way' using errcode = 'check_violation', constraint = tg_name;
end $$;
create trigger match_saves_stay_notified before update of notified on match_saves
  for each row when (old.notified and not new.notified) execute function refuse_going_back();
create trigger saves_stay_contacted before update of contacted on instructor_saves
  for each row when (old.contacted and not new.contacted) execute function refuse_going_back();

-- The lists of admins are read by keyset: the newest first, and of one instant by id.
drop index saves_newest;
create index saves_newest on instructor_saves (created_at desc, id desc);
create index saves_to_contact on instructor_saves (created_at desc, id desc) where not contacted;
drop index waitlist_newest;
create index waitlist_newest on city_waitlist (created_at desc, id desc);
create index waitlist_to_notify on city_waitlist (created_at desc, id desc) where status = 'pending';
