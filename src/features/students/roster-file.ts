import { stringify } from 'csv-stringify/sync'
import { dateIn } from '#platform/time.ts'
import type { RosterRow } from './schema.ts'

const columns = [
  'Name',
  'Invited email',
  'Phone',
  'Email',
  'Student since',
  'Lessons had',
  'Last lesson',
  'Next lesson',
  'Spent (USD)',
  'Credits left',
  'Last message',
  'Unread',
  'May book directly',
] as const

/**
 * A list of students as a file for spreadsheets, in the order of the list. Cells that a spreadsheet would take for a formula
 * begin with an apostrophe.
 * @param zone the coach's, for dates that belong to no lesson
 */
export function rosterFile(rows: readonly RosterRow[], zone: string): string {
  const lines = rows.map((row) => [
    row.name,
    row.invitation?.email ?? '',
    row.contact?.phone ?? '',
    row.contact?.email ?? '',
    row.studentId ? dateIn(row.since, zone) : '',
    row.lessonsHad,
    row.lastLesson ? dateIn(row.lastLesson.start, row.lastLesson.zone) : '',
    row.nextLesson ? dateIn(row.nextLesson.start, row.nextLesson.zone) : '',
    (row.spentCents / 100).toFixed(2),
    row.creditsLeft,
    row.lastWord ? dateIn(row.lastWord.at, zone) : '',
    row.lastWord?.isUnread ? 'yes' : '',
    row.mayBook ? 'yes' : '',
  ])
  // Excel reads UTF-8 only with its mark.
  return `\ufeff${stringify([[...columns], ...lines], { escape_formulas: true, record_delimiter: 'windows' })}`
}
