-- The status that the author of a ticket was last told; null while an admin never changed it.
alter table support_tickets add column told_status text check (told_status in ('open', 'in_progress', 'closed'));
