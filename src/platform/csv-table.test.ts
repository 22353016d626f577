import { describe, expect, test } from 'vitest'
import { readCsvTable } from './csv-table.ts'
import { AppError } from './errors.ts'

const isKnown = (cell: string) => ['Name', 'Email', 'Notes'].includes(cell)
const read = (text: string) => readCsvTable(text, isKnown, 1)

describe('the delimiter is the one that shows the headings', () => {
  const cells = [
    ['Name', 'Email', 'Notes'],
    ['Palmer, Pat', 'pat@example.com', 'Slices, hooks, tops, and shanks; hits, at best, one in ten'],
    ['Rivera, Sam', 'sam@example.com', ''],
  ]
  const quoted = (cell: string) => `"${cell}"`

  test.each([
    ['tabs', '\t', String],
    ['semicolons', ';', (cell: string) => (cell.includes(';') ? quoted(cell) : cell)],
    ['commas', ',', (cell: string) => (cell.includes(',') ? quoted(cell) : cell)],
  ] as const)('%s', (_name, delimiter, write) => {
    const text = cells.map((row) => row.map(write).join(delimiter)).join('\n')
    expect(read(text)).toEqual({
      delimiter,
      headings: cells[0],
      rows: [
        { line: 2, cells: cells[1] },
        { line: 3, cells: cells[2] },
      ],
      above: [],
    })
  })
})

test('headings are found below other lines; without any there is no table', () => {
  expect(read('Our list; 2026, November\n\nName;Email\nPat;pat@example.com')).toEqual({
    delimiter: ';',
    headings: ['Name', 'Email'],
    rows: [{ line: 4, cells: ['Pat', 'pat@example.com'] }],
    above: [{ line: 1, cells: ['Our list', '2026, November'] }],
  })
  expect(read('Date,Club\n1,2')).toBeNull()
  expect(read('')).toBeNull()
  expect(() => read(`Name,Email\n"${'x'.repeat(30_000)}`)).toThrow(AppError)
})
