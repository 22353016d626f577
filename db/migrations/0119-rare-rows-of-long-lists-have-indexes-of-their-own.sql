-- What admins filter by and few rows are. Without these a page of five failed emails reads a million that were sent.
create index roles_beyond_student on user_roles (role, user_id) where role <> 'student';
create index suspended_people on profiles (created_at, id) where suspended_at is not null;
create index closed_people on profiles (created_at, id) where closed_at is not null;
create index demo_people on profiles (created_at, id) where is_demo;
create index emails_not_sent on email_logs (created_at, id) where status <> 'sent';
create index texts_not_sent on sms_logs (created_at, id) where status <> 'sent';
create index trials_to_contact on trial_interests (created_at desc, id desc) where contacted_at is null;
create index test_searches on search_history (created_at, id) where is_test;
create index test_quizzes on quiz_responses (created_at desc, id desc) where is_test;
create index audit_log_by_kind on audit_log (action, created_at, id);
create index waitlist_by_skill on city_waitlist ((preferences ->> 'skillLevel'), created_at desc, id desc);
