import { stringify } from 'csv-stringify/sync'
import { dateIn } from '#platform/time.ts'
import type { StatementLine } from './schema.ts'
import { type Amounts, statementWords } from './statement-amounts.ts'

const columns = [
  'Date',
  'What',
  'Lesson',
  'Lesson date',
  'Student',
  'Gross',
  'Fees',
  'Refunds',
  'Net',
  'Paid out',
]

/**
 * A statement as a file for spreadsheets, in US dollars, oldest line first, with the sums in the last row. Words that a
 * spreadsheet would take for a formula begin with an apostrophe; amounts are ours, and stay numbers.
 * @param zone of the coach, for the date of each line
 */
export function statementFile(lines: readonly StatementLine[], sum: Amounts, zone: string): string {
  const money = (one: Amounts) =>
    [one.grossCents, one.feesCents, one.refundsCents, one.netCents, one.paidOutCents].map(inDollars)
  const rows = lines
    .toReversed()
    .map((line) => [
      dateIn(Date.parse(line.at), zone),
      statementWords(line.kind),
      harmless(line.title),
      dateIn(Date.parse(line.start), line.zone),
      harmless(line.studentName),
      ...money(line),
    ])
  const total = ['Total (not a tax form)', '', '', '', '', ...money(sum)]
  // Excel reads UTF-8 only with its mark.
  return `\ufeff${stringify([columns, ...rows, total], { record_delimiter: 'windows' })}`
}

const inDollars = (cents: number) => (cents / 100).toFixed(2)
const harmless = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
