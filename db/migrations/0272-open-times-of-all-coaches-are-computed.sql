-- Left to the workers: the next run of their job computes these coaches.
insert into open_start_changes (instructor_id) select instructor_id from instructor_schedules;
