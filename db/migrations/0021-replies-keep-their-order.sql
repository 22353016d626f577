-- Two replies of the same instant stand in the order they were written.
alter table support_replies add column seq bigint generated always as identity;
drop index replies_to_a_ticket;
create index replies_to_a_ticket on support_replies (ticket_id, seq);
