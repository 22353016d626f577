/** How many times students may hold at once, and how often they may try. Pure. */

/** Holds one student may have open at once, so that nobody can empty a coach's calendar without paying. */
export const OPEN_HOLDS_PER_STUDENT = 3

/** The same for an account whose email is not confirmed and that never paid: choosing another time releases the first. */
export const OPEN_HOLDS_UNPROVEN = 1

/** Times that such accounts may hold from one network address: a family at a table, not a calendar. */
export const UNPROVEN_HOLDS_PER_ADDRESS = { points: 8, seconds: 900 }

/** Attempts to book that one student has in an hour. */
export const BOOKINGS_PER_STUDENT = { points: 30, seconds: 3600 }
