select keep_by_month('web_vitals', 'id');
drop function keep_by_month(text, name);
