-- A table a transaction, so that this waits for the writers of one table only, and they for it (0150).
select keep_by_month('page_views', 'id');
