-- What a browser uploads under an id of its own is one attachment, however often the line breaks and it tries again.
alter table message_attachments add column client_id uuid,
  add constraint a_file_is_uploaded_once unique (uploader_id, client_id);

-- The assistant needs the coach: a kind of its own, so that it can be chosen apart from messages.
alter table notifications drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in ('lesson_booked', 'lesson_changed', 'lesson_cancelled', 'refund', 'lesson_reminder',
    'review_request', 'review_received', 'message', 'coach_needed', 'proposal', 'payout', 'dispute', 'ticket_reply'));
