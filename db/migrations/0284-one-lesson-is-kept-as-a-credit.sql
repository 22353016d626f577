-- A lesson that the weather ended can be kept as a credit: a package of one lesson.
alter table lesson_packages drop constraint lesson_packages_lessons_total_check,
  add constraint lesson_packages_lessons_total_check check (lessons_total between 1 and 50) not valid;
