-- Null: the student plays. The foreign key makes sure that the golfer is one of the student's own; it is checked for existing rows in the
-- next migration, without locking out writers.
alter table bookings add column golfer_id uuid;
alter table bookings add constraint bookings_golfer_fkey foreign key (student_id, golfer_id) references golfers (account_id, id)
  on delete set null (golfer_id) not valid;
