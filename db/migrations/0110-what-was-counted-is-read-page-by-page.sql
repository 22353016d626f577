-- The back office's lists of visits, page views and searches: newest first a page at a time, and by the beginning of what was asked.
create index page_views_by_age on page_views (created_at, id);
drop index page_views_by_time;
create index page_views_of_a_page on page_views (page_path text_pattern_ops, created_at);
create index sessions_by_age on user_sessions (created_at, session_id);
drop index sessions_by_time;
create index sessions_by_first_page on user_sessions (entry_page, created_at);
create index searches_by_age on search_history (created_at, id);
drop index searches_by_time;
create index searches_by_words on search_history (search_query text_pattern_ops, created_at);
create index searches_of_a_person on search_history (user_id, created_at) where user_id is not null;
