-- The texts around the values of emails, one row for each distinct text (decision 0152). Rows have no data about people.
create table email_wordings (
  -- SHA-256 of `parts` and `slots`.
  digest bytea primary key check (octet_length(digest) = 32),
  -- The HTML before, between and after the values.
  parts text[] not null,
  -- For each place between two parts the position of its value, from 0: a value may be used more than once.
  slots smallint[] not null,
  created_at timestamptz not null default current_instant(),
  check (cardinality(parts) = cardinality(slots) + 1)
);

create function refuse_changed_wording() returns trigger language plpgsql as $$
begin
  raise exception 'a wording of emails that were sent does not change';
end $$;
create trigger email_wordings_do_not_change before update on email_wordings
  for each row execute function refuse_changed_wording();

-- Either the wording with its values, or the whole HTML: of earlier emails, of test emails, and of those that cannot be divided.
alter table email_logs add column wording bytea,
  add column wording_values text[],
  add column html_digest bytea,
  add constraint wordings_of_emails_are_kept foreign key (wording) references email_wordings (digest) not valid,
  add constraint emails_have_wording_and_values check ((wording is null) = (wording_values is null)
    and (wording is null) = (html_digest is null) and (wording is null or html_content is null)) not valid;
