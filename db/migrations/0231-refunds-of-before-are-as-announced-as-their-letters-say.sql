-- Apart from the migration before, whose lock on payments would otherwise last until all of these rows are written.
update payments p set refund_told_cents = told.cents
from (
  select b.id as booking_id, max(substring(n.business_key from '^[^:]+:(\d+)')::integer) as cents
  from notifications n join bookings b on n.user_id = b.student_id and n.business_key like b.id || ':%'
  where n.kind = 'refund' group by b.id
) told
where told.booking_id = p.booking_id and told.cents is not null;

-- A refund made on the processor's own pages that came back was not announced by a letter about a cancellation.
update payment_refunds set reason = 'support' where business_key like 'returned:%' and reason = 'admin';
