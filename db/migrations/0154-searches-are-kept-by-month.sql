select keep_by_month('search_history', 'id');
