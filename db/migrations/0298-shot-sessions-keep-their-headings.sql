-- The headings of a launch-monitor file: what the cells of its lines mean.
alter table shot_sessions add column headings jsonb;
