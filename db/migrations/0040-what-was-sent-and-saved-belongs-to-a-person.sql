-- An address and a number can be typed by anybody. What was sent to somebody, and what somebody saved or waits for, therefore
-- names the person; it is theirs by that and by nothing else. Empty for visitors, who have no account.
alter table email_logs add column user_id uuid references profiles (id) on delete set null;
alter table sms_logs add column user_id uuid references profiles (id) on delete set null;
create index emails_to_a_person on email_logs (user_id) where user_id is not null;
create index texts_to_a_person on sms_logs (user_id) where user_id is not null;

-- The key of a message ends with the person it is for.
update email_logs l set user_id = p.id from profiles p where right(l.dedupe_key, 36) = p.id::text;
update sms_logs l set user_id = p.id from profiles p where right(l.dedupe_key, 36) = p.id::text;

alter table instructor_saves add column user_id uuid references profiles (id) on delete cascade;
update instructor_saves s set user_id = p.id from profiles p where lower(s.email) = lower(p.email) and p.email_verified;
drop index one_save_of_a_coach_an_email;
create unique index one_save_of_a_coach_a_visitor on instructor_saves (lower(email), instructor_id) where user_id is null;
create unique index one_save_of_a_coach_a_person on instructor_saves (user_id, instructor_id) where user_id is not null;

alter table city_waitlist add column user_id uuid references profiles (id) on delete cascade;
update city_waitlist w set user_id = p.id from profiles p where lower(w.email) = lower(p.email) and p.email_verified;
drop index one_place_on_a_citys_list;
create unique index one_place_on_a_citys_list_a_visitor on city_waitlist (lower(email), lower(city), state) where user_id is null;
create unique index one_place_on_a_citys_list_a_person on city_waitlist (user_id, lower(city), state) where user_id is not null;
