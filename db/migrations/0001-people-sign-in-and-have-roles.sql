-- Accounts: profiles are the user table of the sign-in library, roles sit beside them.
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table profiles (
  id uuid primary key default gen_random_uuid(),
  full_name text not null check (char_length(full_name) between 1 and 100),
  email text not null check (char_length(email) <= 255),
  email_verified boolean not null default false,
  image text,
  user_type text not null default 'student' check (user_type in ('student', 'instructor', 'admin')),
  phone text check (char_length(phone) <= 20),
  city text,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index profiles_email_is_unique on profiles (lower(email));
create index profiles_newest on profiles (created_at desc);

create table user_roles (
  user_id uuid not null references profiles (id) on delete cascade,
  role text not null check (role in ('admin', 'prospect', 'student')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token text not null unique,
  user_id uuid not null references profiles (id) on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_of_a_user on sessions (user_id);

create table credentials (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references profiles (id) on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index credentials_of_a_user on credentials (user_id);

create table verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_by_identifier on verifications (identifier);

-- Admins are made by hand, in the database: `set greenside.admin_by_hand = 'yes'` first.
create function refuse_self_made_admins() returns trigger language plpgsql as $$
begin
  if current_setting('greenside.admin_by_hand', true) is distinct from 'yes' then
    raise exception 'admins are created by hand in the database' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger admins_are_made_by_hand before insert or update on user_roles
  for each row when (new.role = 'admin') execute function refuse_self_made_admins();
create trigger admin_type_is_set_by_hand before insert or update of user_type on profiles
  for each row when (new.user_type = 'admin') execute function refuse_self_made_admins();

-- A new student has the student role from the first instant, whatever created the profile.
create function give_student_role() returns trigger language plpgsql as $$
begin
  insert into user_roles (user_id, role) values (new.id, 'student') on conflict do nothing;
  return new;
end $$;
create trigger students_get_their_role after insert on profiles
  for each row when (new.user_type = 'student') execute function give_student_role();

-- Tell every web process when a cached session may no longer be true.
create function announce_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'session:' || case when tg_op = 'DELETE' then old.user_id else new.user_id end);
  return null;
end $$;
create trigger sessions_announce_change after update of expires_at, token or delete on sessions
  for each row execute function announce_session_change();
create trigger roles_announce_change after insert or update or delete on user_roles
  for each row execute function announce_session_change();
create function announce_profile_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'session:' || new.id);
  return null;
end $$;
create trigger profiles_announce_change after update on profiles
  for each row when (old.user_type is distinct from new.user_type or old.full_name is distinct from new.full_name
    or old.email is distinct from new.email) execute function announce_profile_change();
