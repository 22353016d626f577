-- What the back office's lists look through, word by word: a million rows are not read for five of them. Each text is written as the
-- list in its feature's admin-list.ts writes it.
create index email_logs_by_words on email_logs using gin
  ((recipient_email || ' ' || coalesce(recipient_name, '') || ' ' || subject || ' ' || template_key) gin_trgm_ops);
create index sms_logs_by_words on sms_logs using gin
  ((recipient_phone || ' ' || coalesce(recipient_name, '') || ' ' || message_content || ' ' || template_key) gin_trgm_ops);
create index support_tickets_by_words on support_tickets using gin
  ((user_name || ' ' || user_email || ' ' || subject || ' ' || message) gin_trgm_ops);
create index waitlist_by_words on city_waitlist using gin
  ((name || ' ' || email || ' ' || city || ' ' || state) gin_trgm_ops);
create index trial_interests_by_words on trial_interests using gin
  ((full_name || ' ' || email || ' ' || phone || ' ' || coalesce(business_name, '')) gin_trgm_ops);
create index saves_by_words on instructor_saves using gin
  ((name || ' ' || email || ' ' || coalesce(phone, '')) gin_trgm_ops);
create index match_saves_by_words on match_saves using gin
  ((name || ' ' || email || ' ' || coalesce(preferences ->> 'city', '')) gin_trgm_ops);
create index quiz_responses_by_words on quiz_responses using gin
  ((coalesce(contact_name, '') || ' ' || coalesce(contact_email, '') || ' '
    || coalesce(location_city || ', ' || location_state, location_city, location_state, '') || ' '
    || coalesce(recommended_instructor_name, '')) gin_trgm_ops);
create index audit_log_by_words on audit_log using gin ((target || ' ' || coalesce(reason, '')) gin_trgm_ops);
create index profiles_by_city on profiles using gin (city gin_trgm_ops) where city is not null;
-- How common a word is decides whether a page is walked by age or looked up: a hundred samples know nothing rarer than one in a hundred.
alter index profiles_by_words alter column 1 set statistics 500;
alter index email_logs_by_words alter column 1 set statistics 500;
alter index sms_logs_by_words alter column 1 set statistics 500;
alter index support_tickets_by_words alter column 1 set statistics 500;
alter index waitlist_by_words alter column 1 set statistics 500;
alter index trial_interests_by_words alter column 1 set statistics 500;
alter index saves_by_words alter column 1 set statistics 500;
alter index match_saves_by_words alter column 1 set statistics 500;
alter index quiz_responses_by_words alter column 1 set statistics 500;
alter index audit_log_by_words alter column 1 set statistics 500;
