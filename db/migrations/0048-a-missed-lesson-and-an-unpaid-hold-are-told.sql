-- A student is told that the coach reported a missed lesson, and that a held time was released unpaid.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('lesson_booked', 'lesson_changed', 'lesson_cancelled', 'hold_expired',
    'refund', 'lesson_reminder', 'no_show', 'review_request', 'review_received', 'message', 'coach_needed', 'proposal', 'payout',
    'dispute', 'ticket_reply'));
