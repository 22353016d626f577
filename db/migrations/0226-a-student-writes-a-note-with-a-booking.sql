-- What the student wants the coach to know about a lesson. The two of them and admins read it.
create table booking_notes (
  booking_id uuid primary key references bookings (id) on delete cascade,
  note text not null check (char_length(note) between 1 and 500),
  updated_at timestamptz not null default current_instant()
);
