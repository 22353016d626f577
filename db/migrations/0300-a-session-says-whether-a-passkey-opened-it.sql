-- A passkey counts as two steps: possession of a device, and the finger, face or PIN that unlocks it (decision 0145).
alter table sessions add column is_two_step boolean not null default false;
