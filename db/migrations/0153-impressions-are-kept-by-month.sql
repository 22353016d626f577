-- With the visit in which a coach was shown (0150).
select keep_by_month('instructor_impressions', 'session_id');
