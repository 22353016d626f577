-- What a coach sees of a student for a confirmed lesson, until a day after it. Accounts of before were told that their number is
-- for us alone: they choose first.
alter table profiles add column shares_phone boolean not null default true, add column shares_email boolean not null default true;
update profiles set shares_phone = false, shares_email = false where not is_demo;
