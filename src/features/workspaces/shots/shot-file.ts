import { type BadRow, type CsvRow, readCsvTable } from '#platform/csv-table.ts'
import { AppError } from '#platform/errors.ts'
import {
  inSi,
  type Mapping,
  MOST_SHOTS,
  type NumberField,
  type ShotField,
  type Unit,
  unitsOf,
} from './shot-units.ts'

/**
 * Reads launch-monitor files from TrackMan, FlightScope, Garmin, SkyTrak, Foresight and other programs that
 * export tables. The field of a column is guessed from its heading, and its unit from the heading or the line
 * below it; users can correct both. Values are stored in SI units.
 */

/** Values outside these bounds, in SI units, are device or mapping errors. */
const bounds: Record<NumberField, readonly [low: number, high: number]> = {
  clubSpeed: [5, 80],
  ballSpeed: [2, 120],
  carry: [0, 460],
  total: [0, 500],
  side: [-230, 230],
  launchAngle: [-30, 80],
  spin: [0, 20_000],
}

export interface ShotTable {
  headings: string[]
  /** The lines below the headings. */
  rows: CsvRow[]
  /** Units from a separate line below the headings. */
  unitCells: string[]
  /** The date in the lines above the headings, `yyyy-MM-dd`; null when there is none. */
  date: string | null
}

export interface Shot extends Partial<Record<NumberField, number>> {
  line: number
  club: string
  /** `yyyy-MM-dd`; null when the file has none */
  date: string | null
}

/**
 * Parses a file as a table. Devices write metadata above the headings, so the line that looks most like
 * headings is used.
 * @throws AppError not_a_table, too_many_shots
 */
export function readShotTable(text: string): ShotTable {
  const table = readCsvTable(text, (cell) => fieldOf(cell) !== null, 2)
  if (!table)
    throw new AppError(
      'bad_input',
      'not_a_table',
      'We found no headings such as Club, Ball Speed or Carry in this file.',
    )
  let { rows } = table
  const first = rows[0]
  const hasUnits =
    first?.cells.some((cell) => unitIn(`[${cell}]`)) && !first.cells.some((cell) => readNumber(cell) !== null)
  const unitCells = hasUnits ? (first?.cells ?? []) : []
  if (hasUnits) rows = rows.slice(1)
  if (rows.length > MOST_SHOTS + 50)
    throw new AppError('bad_input', 'too_many_shots', `A file may hold ${MOST_SHOTS} shots.`)
  return { headings: table.headings, rows, unitCells, date: dateAbove(table.above) }
}

/** Rapsodo includes the session's date in its title, `MLM2PRO: Sam Rivera - 11/20/2026 10:15 AM`. */
function dateAbove(records: readonly { cells: string[] }[]): string | null {
  const words = records.flatMap(({ cells }) => cells.flatMap((cell) => cell.split(/[\s,]+/)))
  return words.map(readDate).find((date) => date !== null) ?? null
}

const headings: readonly [field: ShotField, pattern: RegExp][] = [
  ['club', /^(club|club (name|type|used)|schläger)$/],
  ['date', /^(date|datum|shot (date|created date)|created|time ?stamp)$/],
  ['clubSpeed', /^(club ?(head)? ?speed|head speed|clubhead speed|cs|vclub)$/],
  ['ballSpeed', /^(ball ?speed|bs|ball velocity|vball)$/],
  ['carry', /^(carry|carry (distance|dist|flat length|length)|distance carry|carry dist)$/],
  ['total', /^(total|total (distance|dist|length)|est total|est total flat length|distance)$/],
  [
    'side',
    /^(side|side (carry|distance|total)|offline|carry side|lateral|carry deviation distance|carry flat side|lateral distance|side dist)$/,
  ],
  ['launchAngle', /^(launch ?(angle)?|launch angle v|vertical launch|vla|launch v|angle launch|launch ang)$/],
  ['spin', /^(spin|spin ?rate|back ?spin|total spin|spin total)$/],
]

/** Guesses a column's field from its heading; null for columns that are not imported. */
export function fieldOf(heading: string): ShotField | null {
  const plain = heading
    .toLowerCase()
    .replace(/[([{].*?[)\]}]/g, ' ')
    .replace(/\b(mph|km\/?h|kph|m\/s|yds?|yards?|meters?|rpm|deg(rees)?|avg)\b|°/g, ' ')
    .replace(/[^a-zäöüß0-9 ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return headings.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

const unitPatterns: readonly [Unit, RegExp][] = [
  ['mph', /\bmph\b|mi\/h|miles per hour/i],
  ['km/h', /km\/?h|\bkph\b/i],
  ['m/s', /\bm\/s\b|\bmps\b/i],
  ['yd', /\byds?\b|\byards?\b/i],
  ['ft', /\bft\b|\bfeet\b/i],
  ['rpm', /\brpm\b/i],
  ['deg', /\bdeg(rees)?\b|°/i],
  ['m', /\bmeters?\b|\bmetres?\b|(?<=[([,/ ])m(?=[)\],/ ])/i],
]

/** The unit in a heading: `Ball Speed (km/h)`, `Carry [m]`; null when there is none. */
export const unitIn = (heading: string): Unit | null =>
  unitPatterns.find(([, pattern]) => pattern.test(heading))?.[0] ?? null

/**
 * Guesses the columns' fields. Among columns of one field, the first one with values is used: Garmin leaves
 * its club names empty.
 */
export function guessMapping({ headings: names, rows, unitCells }: ShotTable): Mapping {
  const columns = names.flatMap((name, column) => {
    const field = fieldOf(name)
    return field ? [{ column, field, unit: guessUnit(field, name, unitCells[column] ?? '') }] : []
  })
  const hasValues = ({ column }: Mapping[number]) => rows.some(({ cells }) => (cells[column] ?? '') !== '')
  return [...Map.groupBy(columns, ({ field }) => field).values()].flatMap(
    (ofField) => ofField.find(hasValues) ?? ofField.slice(0, 1),
  )
}

function guessUnit(field: ShotField, heading: string, below: string): Unit | null {
  if (field === 'club' || field === 'date') return null
  const own = unitsOf[field]
  const said = unitIn(heading) ?? unitIn(`[${below}]`)
  return said && own.includes(said) ? said : own[0]
}

/** The shots of a table according to a mapping, and every line that could not be read, with the reason. */
export function readShots(table: ShotTable, mapping: Mapping): { shots: Shot[]; bad: BadRow[] } {
  const shots: Shot[] = []
  const bad: BadRow[] = []
  for (const { line, cells } of table.rows) {
    const read = readShot(cells, mapping, line)
    if ('why' in read) bad.push(read)
    else if (shots.length >= MOST_SHOTS) bad.push({ line, why: `More than ${MOST_SHOTS} shots` })
    else shots.push(read)
  }
  return { shots, bad }
}

const fieldNames: Record<NumberField, string> = {
  clubSpeed: 'club speed',
  ballSpeed: 'ball speed',
  carry: 'carry',
  total: 'total',
  side: 'side',
  launchAngle: 'launch angle',
  spin: 'spin',
}

function readShot(cells: readonly string[], mapping: Mapping, line: number): Shot | BadRow {
  if (
    /^(average|avg\.?|mean|std\.? ?dev\.?|deviation|consistency|total|summary)\b/i.test(
      cells.find((cell) => cell) ?? '',
    )
  )
    return { line, why: 'A summary, not a shot' }
  const shot: Shot = { line, club: '', date: null }
  let measured = 0
  for (const { column, field, unit } of mapping) {
    const cell = cells[column] ?? ''
    if (cell === '' || /^[-–—]+$|^n\/?a$/i.test(cell)) continue
    if (field === 'club') shot.club = tidyClub(cell)
    else if (field === 'date') shot.date = readDate(cell)
    else {
      const value = readNumber(cell)
      if (value === null) return { line, why: `“${cell.slice(0, 30)}” is no ${fieldNames[field]}` }
      const si = value * inSi[unit ?? unitsOf[field][0]]
      const [low, high] = bounds[field]
      if (si < low || si > high)
        return { line, why: `A ${fieldNames[field]} of ${cell.slice(0, 30)} cannot be` }
      shot[field] = si
      measured++
    }
  }
  if (measured === 0) return { line, why: 'No numbers' }
  if (!shot.club) shot.club = 'Unknown club'
  return shot
}

/** Parses `123.4`, `123,4`, `1,234`, and `12.3 R` and `L 4` for sides: left is negative. */
export function readNumber(cell: string): number | null {
  const side = /^(?:([LR])\s*)?([-+−]?[\d.,' ]*\d)\s*(?:([LR])|°|[a-z/]+)?$/i.exec(cell.trim())
  if (!side) return null
  const digits = (side[2] ?? '').replace(/[' ]/g, '').replace('−', '-')
  const plain =
    /,\d{3}(\D|$)/.test(digits) && !/\.\d*,/.test(digits)
      ? digits.replaceAll(',', '')
      : digits.replace(',', '.')
  const value = Number(plain)
  if (!Number.isFinite(value)) return null
  return (side[1] ?? side[3] ?? '').toUpperCase() === 'L' ? -Math.abs(value) : value
}

/** Parses a date at the beginning of a cell: ISO or US format; null otherwise. */
function readDate(cell: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(cell)
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})\b/.exec(cell)
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3]?.padStart(4, '20'), american[1]?.padStart(2, '0'), american[2]?.padStart(2, '0')]
      : []
  const date = `${year}-${month}-${day}`
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date
}

const clubNames: readonly [RegExp, (digits: string) => string][] = [
  [/^(d|dr|driver|1 ?w(ood)?)$/, () => 'Driver'],
  [/^(\d{1,2}) ?(w|wood)$|^w(ood)? ?(\d{1,2})$/, (n) => `${n} wood`],
  [/^(\d{1,2}) ?(h|hy|hybrid)$|^h(ybrid)? ?(\d{1,2})$/, (n) => `${n} hybrid`],
  [/^(\d{1,2}) ?(i|iron)$|^i(ron)? ?(\d{1,2})$/, (n) => `${n} iron`],
  [/^(pw|pitching wedge|pitch(ing)?)$/, () => 'Pitching wedge'],
  [/^(gw|aw|gap wedge|approach wedge)$/, () => 'Gap wedge'],
  [/^(sw|sand wedge|sand)$/, () => 'Sand wedge'],
  [/^(lw|lob wedge|lob)$/, () => 'Lob wedge'],
  [/^(pt|putter)$/, () => 'Putter'],
  [/^(ot|other)$/, () => 'Other club'],
]

/** Normalizes a club's name across devices: `7I`, `7 Iron` and `Iron 7` become `7 iron`. */
export function tidyClub(written: string): string {
  const plain = written
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
  const known = clubNames.find(([pattern]) => pattern.test(plain))
  return known ? known[1](/\d+/.exec(plain)?.[0] ?? '') : written.trim().slice(0, 40)
}
