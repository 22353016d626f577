-- News of clips are of a coach and a student: none of a real student and a coach of the showroom.
call guard_pairs_of_showroom();
