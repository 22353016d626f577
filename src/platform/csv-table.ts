import { parse } from 'csv-parse/sync'
import { AppError } from './errors.ts'

/** Reads tables that other programs export: CSV with commas, semicolons or tabs. */

const MOST_COLUMNS = 120
/** The line with the headings is searched for among this many. */
const HEADING_WITHIN = 30

const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]

export interface CsvRow {
  /** The line in the file, starting at 1. */
  line: number
  cells: string[]
}

export interface CsvTable {
  delimiter: Delimiter
  headings: string[]
  /** The lines below the headings. */
  rows: CsvRow[]
  /** The lines above the headings, which some programs fill with other data. */
  above: CsvRow[]
}

/** A line that cannot be used, with the reason. */
export interface BadRow {
  line: number
  why: string
}

/**
 * Parses a file as a table. The line with the most known headings is taken as the headings, and the delimiter that
 * shows the most of them as the delimiter: text and numbers in cells may contain more commas than the table has.
 * @param isKnown whether a cell is the heading of a column that is used
 * @param fewest the minimum number of known headings
 * @returns null when no line has that many
 * @throws AppError not_a_table when the file cannot be parsed
 */
export function readCsvTable(
  text: string,
  isKnown: (cell: string) => boolean,
  fewest: number,
): CsvTable | null {
  const clean = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const readings = delimiters.map((delimiter) => readWith(delimiter, clean, isKnown))
  const tables = readings.flatMap((reading) => ('heading' in reading ? [reading] : []))
  if (tables.length === 0)
    throw new AppError('bad_input', 'not_a_table', 'This file could not be read as a table. Is it a CSV?', {
      cause: readings[0],
    })
  const [best] = tables.toSorted(
    (one, other) => other.known - one.known || other.heading.length - one.heading.length,
  )
  if (!best || best.known === 0 || best.known < fewest) return null
  return {
    delimiter: best.delimiter,
    headings: best.heading.map((cell) => cell.slice(0, 80)),
    rows: best.records.slice(best.at + 1),
    above: best.records.slice(0, best.at),
  }
}

interface Reading {
  delimiter: Delimiter
  records: CsvRow[]
  /** The line with the headings, as an index of `records`. */
  at: number
  heading: string[]
  /** How many of its cells are known headings. */
  known: number
}

/** A file that is read with one delimiter, or why it cannot be. */
function readWith(delimiter: Delimiter, text: string, isKnown: (cell: string) => boolean): Reading | Error {
  let lines: { record: string[]; info: { lines: number } }[]
  try {
    lines = parse(text, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: 20_000,
    }) as unknown as typeof lines
  } catch (error) {
    return error instanceof Error ? error : new Error('unreadable', { cause: error })
  }
  const records = lines
    .map(({ record, info }) => ({ line: info.lines, cells: record.slice(0, MOST_COLUMNS) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const scores = records.slice(0, HEADING_WITHIN).map(({ cells }) => cells.filter(isKnown).length)
  const known = Math.max(0, ...scores)
  const at = scores.indexOf(known)
  return { delimiter, records, at, heading: records[at]?.cells ?? [], known }
}
