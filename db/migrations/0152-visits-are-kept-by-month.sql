-- Visits are told apart by the month in which they began (0150).
select keep_by_month('user_sessions', 'session_id');
