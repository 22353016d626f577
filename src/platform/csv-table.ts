import { parse } from 'csv-parse/sync'
import { AppError } from './errors.ts'

/** Reads tables that other programs export: CSV with commas, semicolons or tabs. */

const MOST_COLUMNS = 120
/** The line with the headings is searched for among this many. */
const HEADING_WITHIN = 30

export interface CsvRow {
  /** The line in the file, starting at 1. */
  line: number
  cells: string[]
}

export interface CsvTable {
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
 * Parses a file as a table. The line with the most known headings is taken as the headings.
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
  let lines: { record: string[]; info: { lines: number } }[]
  try {
    lines = parse(clean, {
      delimiter: delimiterOf(clean),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
      max_record_size: 20_000,
    }) as unknown as typeof lines
  } catch (error) {
    throw new AppError('bad_input', 'not_a_table', 'This file could not be read as a table. Is it a CSV?', {
      cause: error,
    })
  }
  const records = lines
    .map(({ record, info }) => ({ line: info.lines, cells: record.slice(0, MOST_COLUMNS) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  const scores = records.slice(0, HEADING_WITHIN).map(({ cells }) => cells.filter(isKnown).length)
  const best = Math.max(0, ...scores)
  const at = scores.indexOf(best)
  const heading = records[at]
  if (!heading || best < fewest) return null
  return {
    headings: heading.cells.map((cell) => cell.slice(0, 80)),
    rows: records.slice(at + 1),
    above: records.slice(0, at),
  }
}

/** The most frequent of comma, semicolon and tab at the beginning of the file. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 4_000)
  const counts = [',', ';', '\t'].map((sign) => ({ sign, n: head.split(sign).length }))
  return counts.toSorted((one, other) => other.n - one.n)[0]?.sign ?? ','
}
