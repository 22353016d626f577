create trigger schedules_note_open_starts after insert or update on instructor_schedules
  for each row execute function note_open_start_change();
create trigger occupancies_note_open_starts after insert or update or delete on occupancies
  for each row execute function note_open_start_change();
