-- A letter as it left, for admins who look into the log: links that let somebody in are left out of it. `job` is what it takes to
-- send it again; null for letters with such a link.
alter table email_logs add column html_content text;
alter table email_logs add column job jsonb;
alter table sms_logs add column job jsonb;

-- Every version of a template that an admin saved, newest last. What the product brings is in its code and has no row here.
create table template_versions (
  id uuid primary key default gen_random_uuid(),
  -- The order in which they were saved.
  seq bigint generated always as identity,
  channel text not null check (channel in ('email', 'sms')),
  template_key text not null,
  template_name text not null check (char_length(template_name) between 1 and 120),
  -- Emails only.
  subject text check ((subject is null) = (channel = 'sms')),
  content text not null,
  -- Back to what the product brings: the words of it at that time.
  is_built_in boolean not null default false,
  -- People are no references here: a version outlives its author's account.
  saved_by uuid not null,
  created_at timestamptz not null default current_instant()
);
create index versions_of_a_template on template_versions (channel, template_key, seq desc);

-- Every process keeps the settings of the platform in memory until one changes.
create function announce_platform_config() returns trigger language plpgsql as $$
begin
  perform pg_notify('greenside', 'platform-config:changed');
  return null;
end $$;
create trigger platform_config_announce_change after insert or update or delete or truncate on platform_config
  for each statement execute function announce_platform_config();

-- The newest letters of a template, to look at new words with the values of a real one.
create index email_logs_of_a_template on email_logs (template_key, created_at desc);
create index sms_logs_of_a_template on sms_logs (template_key, created_at desc);

-- The logs are read a page at a time from any point of them.
create index email_logs_newest on email_logs (created_at, id);
create index sms_logs_newest on sms_logs (created_at, id);
drop index newest_email_logs, newest_sms_logs;
