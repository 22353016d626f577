import { stringify } from 'csv-stringify/sync'
import { bookingNumber } from '#features/bookings/booking.ts'
import { dateIn } from '#platform/time.ts'
import type { Statement, StatementLine } from './schema.ts'
import { type Amounts, statementWords } from './statement-amounts.ts'

const columns = [
  'Date',
  'What',
  'Booking',
  'Lesson',
  'Lesson date',
  'Student',
  'Gross',
  'Fees',
  'Refunds',
  'Net',
  'Paid out',
  'Paid elsewhere',
]

/**
 * Exports a statement as CSV, in US dollars, oldest line first. Sums follow after an empty row, in the first
 * two columns, so that adding up an amount column gives the sum of its lines. Texts that a spreadsheet would
 * interpret as a formula start with an apostrophe; amounts are numbers. A lesson that was paid elsewhere
 * appears in the last column only.
 * @param year.zone the coach's zone, for the date of each line
 * @param year.taught all lessons taught in the year; included when some were paid elsewhere
 */
export function statementFile(
  lines: readonly StatementLine[],
  sum: Amounts,
  { zone, taught }: Pick<Statement, 'zone' | 'taught'>,
): string {
  const money = (one: Amounts) =>
    [one.grossCents, one.feesCents, one.refundsCents, one.netCents, one.paidOutCents, one.directCents].map(
      inDollars,
    )
  const rows = lines
    .toReversed()
    .map((line) => [
      dateIn(Date.parse(line.at), zone),
      statementWords(line),
      line.bookingId ? bookingNumber(line.bookingId) : '',
      harmless(line.title),
      dateIn(Date.parse(line.start), line.zone),
      harmless(line.studentName),
      ...money(line),
    ])
  const sums = money(sum).map((amount, at) =>
    apart(`Total ${columns[AMOUNTS_FROM + at]?.toLowerCase()}`, amount),
  )
  const business =
    taught.directCents > 0
      ? ([
          ['Lessons taught in the year', taught.revenueCents],
          ['Of it paid here, after refunds', taught.paidHereCents],
          ['Of it paid in cash or elsewhere', taught.directCents],
        ] as const)
      : []
  const notes = [
    apart(),
    ...sums,
    ...business.map(([words, cents]) => apart(words, inDollars(cents))),
    apart('Not a tax form'),
  ]
  // Excel recognizes UTF-8 only by its byte order mark.
  return `\ufeff${stringify([columns, ...rows, ...notes], { record_delimiter: 'windows' })}`
}

const AMOUNTS_FROM = columns.indexOf('Gross')
/** A row after the table, with the same number of cells. */
const apart = (...cells: string[]) => columns.map((_, at) => cells[at] ?? '')
const inDollars = (cents: number) => (cents / 100).toFixed(2)
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
