-- What an hour of a group lesson or of a playing lesson costs; null: the coach does not offer it. Both are booked on request.
alter table instructor_profiles
  add column group_rate numeric(10, 2) check (group_rate > 0 and group_rate <= 10000),
  add column group_size smallint check (group_size between 2 and 12),
  add column playing_rate numeric(10, 2) check (playing_rate > 0 and playing_rate <= 10000),
  add constraint a_group_has_a_size check ((group_rate is null) = (group_size is null));
