-- runs outside a transaction
drop index concurrently if exists one_seat_a_person;
