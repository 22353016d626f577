import { stringify } from 'csv-stringify/sync'
import { dateIn } from '#platform/time.ts'
import type { RosterRow } from './schema.ts'

const columns = [
  'Name',
  'Books for',
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
 * The list of students as CSV, in the order of the list. Cells that spreadsheets would interpret as formulas
 * are prefixed with an apostrophe.
 * @param zone the coach's zone, for dates that do not belong to a lesson
 */
export function rosterFile(rows: readonly RosterRow[], zone: string): string {
  const lines = rows.map((row) => [
    row.name,
    row.golfers.join(', '),
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
  // Excel needs the byte order mark to detect UTF-8.
  return `\ufeff${stringify([[...columns], ...lines], { escape_formulas: true, record_delimiter: 'windows' })}`
}
