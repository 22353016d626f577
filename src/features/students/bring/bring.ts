/** Students that a coach brings from a file: its columns, and the limits. Pure. */

export const studentFields = ['email', 'name', 'lastName', 'phone', 'note', 'lessons'] as const
export type StudentField = (typeof studentFields)[number]

export const studentFieldLabels: Readonly<Record<StudentField, string>> = {
  email: 'Email',
  name: 'Name, or first name',
  lastName: 'Last name',
  phone: 'Phone',
  note: 'Note',
  lessons: 'Lessons you owe',
}

/** The field of each column. Columns are indexed from 0. */
export type StudentMapping = { column: number; field: StudentField }[]

export const MOST_LIST_CHARS = 500_000
export const MOST_ROWS = 1_000
/** The maximum number of people a coach can bring in total. */
export const MOST_BROUGHT = 5_000
export const MOST_LESSONS_OWED = 50
export const IMPORTS_A_DAY = { points: 20, seconds: 86_400 }

/** Letters of a coach to people from files within 24 hours, reminders included. */
export const LETTERS_A_DAY = 200
/** One reminder is sent this many days after the first letter. */
export const REMIND_AFTER_DAYS = 7

/** `5 lessons are waiting for you` */
export const lessonsWaitText = (lessons: number) =>
  lessons === 1 ? '1 lesson is waiting for you' : `${lessons} lessons are waiting for you`
