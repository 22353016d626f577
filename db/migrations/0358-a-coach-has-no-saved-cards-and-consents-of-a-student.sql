-- Students who became coaches before going live ended these: see decision 0160.
-- few rows: the students who became coaches, with at most one customer each.
update payment_customers set user_id = null, email = null, ended_at = current_instant()
where user_id in (select id from profiles where user_type = 'instructor')
  -- A checkout that is open keeps its customer.
  and not exists (select from payments p where p.student_id = payment_customers.user_id and p.payment_status = 'pending');

-- few rows: consents of students who became coaches.
delete from progress_consents where workspace_id in (
  select w.id from workspaces w join profiles s on s.id = w.student_id where s.user_type = 'instructor');
