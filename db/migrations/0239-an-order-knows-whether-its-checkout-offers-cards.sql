-- Only the student gets the address of such a checkout: not an admin who acts as the student, and not a program.
alter table orders add column offers_cards boolean not null default false;
