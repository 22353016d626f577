-- All that launch monitors measure, and the line of the file that a shot was read from (decision 0144). Null where the file had nothing.
-- Columns without a default: the table is not rewritten.
alter table shots
  add column smash double precision,
  add column launch_direction double precision,
  add column back_spin double precision,
  add column side_spin double precision,
  add column spin_axis double precision,
  add column attack_angle double precision,
  add column club_path double precision,
  add column face_angle double precision,
  add column face_to_path double precision,
  add column dynamic_loft double precision,
  add column apex double precision,
  add column descent_angle double precision,
  add column hang_time double precision,
  -- The cells of the line, in the order of the session's headings.
  add column source jsonb;
