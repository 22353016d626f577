-- A student whom a coach entered by name and phone, without an email address: nobody can sign in, and nothing is sent. The address is
-- one that cannot exist. A coach enters the same caller once.
alter table profiles add column entered_by uuid references profiles (id) on delete set null,
  add constraint callers_have_no_mailbox check (entered_by is null or (email like '%@no-email.invalid' and not email_verified));
create unique index one_caller_a_coach_and_number on profiles (entered_by, phone, lower(full_name)) where entered_by is not null;
