import { stringify } from 'csv-stringify/sync'
import type { ListColumn, ListDeclaration } from './admin-list.ts'
import type { Queryable } from './db.ts'
import { type Cell, type PageAsked, readPage } from './list-page.ts'
import { dateIn, formatClockTime, OFFICE_ZONE } from './time.ts'

const ROWS_AT_ONCE = 2_000

/**
 * Exports a list view as CSV in chunks, with the columns and order of the screen. Cells that a spreadsheet
 * would interpret as a formula are prefixed with an apostrophe.
 */
export async function* listFile(
  db: Queryable,
  list: Pick<ListDeclaration<never>, 'columns' | 'from' | 'where' | 'id' | 'idKind' | 'search' | 'sortedBy'>,
  view: PageAsked,
): AsyncGenerator<string> {
  const columns = Object.entries(list.columns).filter(([, { hidden }]) => !hidden)
  const lines = (rows: (string | number)[][]) =>
    stringify(rows, { escape_formulas: true, record_delimiter: 'windows' })
  // The first page is read before anything is sent, so that an invalid view is rejected instead of producing
  // a broken file.
  let page = await readPage(db, list, { ...view, after: undefined, before: undefined }, ROWS_AT_ONCE)
  // Excel recognizes UTF-8 only with a byte order mark.
  yield `\ufeff${lines([columns.map(([, column]) => headOf(column))])}`
  for (;;) {
    if (page.rows.length > 0)
      yield lines(
        page.rows.map(({ cells }) => columns.map(([name, column]) => inFile(column, cells[name] ?? null))),
      )
    if (page.next === null) return
    page = await readPage(db, list, { ...view, before: undefined, after: page.next }, ROWS_AT_ONCE)
  }
}

const headOf = ({ label, kind }: ListColumn) =>
  kind === 'instant' ? `${label} (New York time)` : kind === 'money' ? `${label} (USD)` : label

function inFile({ kind, options }: ListColumn, cell: Cell): string | number {
  if (cell === null) return ''
  if (kind === 'instant')
    return `${dateIn(String(cell), OFFICE_ZONE)} ${formatClockTime(String(cell), OFFICE_ZONE)}`
  if (kind === 'money') return Number(cell) < 0 ? Number(cell) / 100 : (Number(cell) / 100).toFixed(2)
  if (kind === 'yes-no') return cell ? 'yes' : ''
  if (kind === 'choice') return options?.find(({ value }) => value === cell)?.label ?? String(cell)
  return typeof cell === 'number' ? cell : String(cell)
}
