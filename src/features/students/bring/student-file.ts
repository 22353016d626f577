import type { z } from 'zod'
import { emailField, nameField, phoneField } from '#features/accounts/schema.ts'
import { type BadRow, type CsvTable, readCsvTable } from '#platform/csv-table.ts'
import { AppError } from '#platform/errors.ts'
import { writtenText } from '#platform/written-text.ts'
import { MOST_LESSONS_OWED, MOST_ROWS, type StudentField, type StudentMapping } from './bring.ts'

/** Reads a coach's list of students, as other programs export it. */

const NOTE_LENGTH = 3_900

/** A person of the file. */
export interface ListedStudent {
  line: number
  /** In lower case. */
  email: string
  name: string | null
  phone: string | null
  note: string | null
  lessons: number
}

const headings: readonly [field: StudentField, pattern: RegExp][] = [
  ['email', /^(e ?mail( address)?|mail|client e ?mail|student e ?mail)$/],
  ['lastName', /^(last ?name|surname|family ?name)$/],
  [
    'name',
    /^(name|full ?name|first ?name|given ?name|student( name)?|client( name)?|customer( name)?|golfer)$/,
  ],
  ['phone', /^(phone( number)?|mobile( phone| number)?|cell( phone)?|telephone|tel)$/],
  ['note', /^(notes?|comments?|remarks?)$/],
  [
    'lessons',
    /^(lessons?( owed| left| remaining| due)?|remaining( lessons| sessions)?|sessions?( owed| left| remaining)?|credits?( left| remaining)?|balance)$/,
  ],
]

/** Guesses a column's field from its heading; null for columns that are not used. */
export function studentFieldOf(heading: string): StudentField | null {
  const plain = heading
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  return headings.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

/**
 * Parses a file as a table of students.
 * @throws AppError not_a_table, too_many_rows
 */
export function readStudentTable(text: string): CsvTable {
  const table = readCsvTable(text, (cell) => studentFieldOf(cell) !== null, 1)
  if (!table)
    throw new AppError('bad_input', 'not_a_table', 'We found no headings such as Name or Email in this file.')
  if (table.rows.length > MOST_ROWS)
    throw new AppError(
      'bad_input',
      'too_many_rows',
      `A file may have ${MOST_ROWS} lines. This one has ${table.rows.length}: split it.`,
    )
  return table
}

/** Guesses the columns' fields; the first column of a field is used. */
export function guessStudentMapping({ headings: names }: CsvTable): StudentMapping {
  const columns = names.flatMap((name, column) => {
    const field = studentFieldOf(name)
    return field ? [{ column, field }] : []
  })
  return [...Map.groupBy(columns, ({ field }) => field).values()].flatMap((ofField) => ofField.slice(0, 1))
}

/**
 * The students of a table according to a mapping, and every line that cannot be brought, with the reason.
 * @param ownEmail the coach's address, which is not a student's
 */
export function readStudents(
  table: CsvTable,
  mapping: StudentMapping,
  ownEmail: string,
): { students: ListedStudent[]; bad: BadRow[] } {
  const students: ListedStudent[] = []
  const bad: BadRow[] = []
  const lineOf = new Map<string, number>()
  for (const { line, cells } of table.rows) {
    const cellOf = (wanted: StudentField) => {
      const column = mapping.find(({ field }) => field === wanted)?.column
      return column === undefined ? '' : (cells[column] ?? '').trim()
    }
    const read = readStudent(cellOf, line)
    const first = 'email' in read ? lineOf.get(read.email) : undefined
    if ('why' in read) bad.push(read)
    else if (read.email === ownEmail.toLowerCase()) bad.push({ line, why: 'This is your own address' })
    else if (first !== undefined) bad.push({ line, why: `Same email as line ${first}` })
    else {
      lineOf.set(read.email, line)
      students.push(read)
    }
  }
  return { students, bad }
}

function readStudent(cellOf: (field: StudentField) => string, line: number): ListedStudent | BadRow {
  const email = cellOf('email')
  if (!email) return { line, why: 'No email address' }
  if (!emailField.safeParse(email).success) return { line, why: `“${shown(email)}” is not an email address` }
  const name = check(nameField, [cellOf('name'), cellOf('lastName')].filter(Boolean).join(' '))
  if (name.why) return { line, why: name.why }
  const phone = check(phoneField, cellOf('phone'))
  if (phone.why) return { line, why: phone.why }
  const note = check(
    writtenText().trim().max(NOTE_LENGTH, `A note may have ${NOTE_LENGTH} characters`),
    cellOf('note'),
  )
  if (note.why) return { line, why: note.why }
  const owed = cellOf('lessons')
  const lessons = owed === '' ? 0 : /^\d{1,4}(\.0+)?$/.test(owed) ? Number(owed) : Number.NaN
  if (!(lessons <= MOST_LESSONS_OWED))
    return { line, why: `“${shown(owed)}” is not a number of lessons from 0 to ${MOST_LESSONS_OWED}` }
  return { line, email: email.toLowerCase(), name: name.value, phone: phone.value, note: note.value, lessons }
}

/** An empty cell is no value; a value must fit its field. */
function check(field: z.ZodType<string>, cell: string): { value: string | null; why?: string } {
  if (cell === '') return { value: null }
  const read = field.safeParse(cell)
  if (read.success) return { value: read.data || null }
  return { value: null, why: read.error.issues[0]?.message ?? 'Cannot be read' }
}

const shown = (cell: string) => (cell.length > 40 ? `${cell.slice(0, 39)}…` : cell)
