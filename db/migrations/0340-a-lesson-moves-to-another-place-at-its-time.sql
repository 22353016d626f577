-- A move may change the place of a lesson and keep its time.
alter table lesson_moves drop constraint lesson_moves_check;
