-- An invitation is of a coach and a student: a coach of the showroom invites no real student.
call guard_pairs_of_showroom();
