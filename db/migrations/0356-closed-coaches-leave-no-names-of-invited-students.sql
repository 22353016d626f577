-- The names that a coach entered for invited students are erased with the coach's account. The names of those whose address had been
-- deleted before, a month after the lesson, stayed.
-- few rows: invited students of coaches who closed their accounts
update profiles set full_name = 'Anonymous'
where is_invited and full_name <> 'Anonymous' and id in (
  select b.student_id from bookings b join profiles c on c.id = b.instructor_id where c.closed_at is not null);
