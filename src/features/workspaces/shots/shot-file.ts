import { type BadRow, type CsvRow, type Delimiter, readCsvTable } from '#platform/csv-table.ts'
import { AppError } from '#platform/errors.ts'
import { knownClub, tidyClub } from './club-names.ts'
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
 * Reads launch-monitor files from TrackMan, FlightScope, Foresight, Garmin, Rapsodo, SkyTrak, Uneekor, Full
 * Swing and other programs that export tables. The field of a column is guessed from its heading, and its unit from the heading or the line
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
  smash: [0.2, 2],
  launchDirection: [-90, 90],
  backSpin: [-5_000, 20_000],
  sideSpin: [-15_000, 15_000],
  spinAxis: [-90, 90],
  attackAngle: [-40, 40],
  clubPath: [-60, 60],
  faceAngle: [-90, 90],
  faceToPath: [-90, 90],
  dynamicLoft: [-20, 90],
  apex: [0, 120],
  descentAngle: [0, 90],
  hangTime: [0, 20],
}

export interface ShotTable {
  delimiter: Delimiter
  headings: string[]
  /** The lines below the headings. */
  rows: CsvRow[]
  /** Units from a separate line below the headings. */
  unitCells: string[]
  /** The date in the lines above the headings, `yyyy-MM-dd`; null when there is none. */
  date: string | null
  /** The club in the lines above the headings, for files without a column of clubs; null when there is none. */
  club: string | null
}

export interface Shot extends Partial<Record<NumberField, number>> {
  line: number
  club: string
  /** `yyyy-MM-dd`; null when the file has none */
  date: string | null
  /** The cells of its line. */
  source: string[]
}

/**
 * Parses a file as a table. Devices write metadata above the headings, so the line that looks most like
 * headings is used.
 * @throws AppError not_a_table, too_many_shots
 */
export function readShotTable(text: string): ShotTable {
  // The database keeps the lines: it refuses these characters.
  const clean = text.replaceAll('\u0000', '').toWellFormed()
  const table = readCsvTable(clean, (cell) => fieldOf(cell) !== null, 2)
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
  return {
    delimiter: table.delimiter,
    headings: table.headings,
    rows,
    unitCells,
    date: dateAbove(table.above),
    club: table.above.map(({ cells }) => clubOfPart(cells)).find((club) => club !== null) ?? null,
  }
}

/** Rapsodo has it in its title, `MLM2PRO: Sam Rivera - 11/20/2026 10:15 AM`, others in a line such as `Date: Nov 20, 2026`. */
function dateAbove(records: readonly CsvRow[]): string | null {
  const words = records.flatMap(({ cells }) => {
    const all = cells.join(' ').split(/[\s,]+/)
    return all.map((_, at) =>
      all
        .slice(at, at + 3)
        .join(' ')
        .replace(/^date:/i, ''),
    )
  })
  return words.map(readDate).find((date) => date !== null) ?? null
}

/** The club that a line names and nothing else, `Driver` or `Club: 7 Iron`: the shots below are with this club. */
function clubOfPart(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell !== '')
  const written = filled.length <= 2 ? filled.join(' ').replace(/^club\b\s*[:#]?\s*/i, '') : ''
  return knownClub(written)
}

const headings: readonly [field: ShotField, pattern: RegExp][] = [
  ['club', /^(club|club (name|type|used)|schläger)$/],
  ['date', /^(date|date time|datum|shot (date|created date)|created|time ?stamp)$/],
  ['clubSpeed', /^(club ?(head)? ?speed|head speed|clubhead speed|cs|vclub)$/],
  ['ballSpeed', /^(ball ?speed|bs|ball velocity|vball)$/],
  ['smash', /^(smash|smash ?factor|efficiency|power factor)$/],
  ['carry', /^(carry|carry (distance|dist|flat length|length)|distance carry|carry dist)$/],
  ['total', /^(total|total (distance|dist|length)|est total|est total flat length|distance)$/],
  [
    'side',
    /^(side|side (carry|distance|total)|offline|carry side|lateral|carry deviation distance|carry flat side|lateral distance|side dist)$/,
  ],
  [
    'launchAngle',
    /^(launch ?(angle)?|launch angle v|vertical launch( angle)?|vla|launch v|angle launch|launch ang)$/,
  ],
  [
    'launchDirection',
    /^(launch (direction|dir|h)|launch angle h|horizontal launch( angle)?|hla|(start )?direction|side angle|azimuth)$/,
  ],
  ['spin', /^(spin|spin ?rate|total spin|spin total)$/],
  ['backSpin', /^back ?spin$/],
  ['sideSpin', /^side ?spin$/],
  ['spinAxis', /^(spin axis|axis|spin tilt( axis)?|tilt)$/],
  ['attackAngle', /^(attack ?(angle|ang)?|angle of attack|aoa)$/],
  ['clubPath', /^((club|swing)? ?path|path angle)$/],
  ['faceAngle', /^((club ?)?face|(club )?face angle|(club )?face (to )?target)$/],
  ['faceToPath', /^((club )?face (to )?path|ftp)$/],
  ['dynamicLoft', /^((dynamic|dyn) loft|loft)$/],
  ['apex', /^(apex|apex (height|ht)|max height( height)?|peak height|height)$/],
  [
    'descentAngle',
    /^((descent|decent|landing|land) (angle|ang)|angle of descent|descent|descent v|dscnt|carry flat land angle)$/,
  ],
  ['hangTime', /^((hang|flight|air) ?time|carry flat time)$/],
]

/** Short headings whose unit says what they measure: `Ball (mph)`, `Side (rpm)`. */
const byUnit: readonly [plain: string, units: readonly Unit[], field: ShotField][] = [
  ['ball', ['mph', 'km/h', 'm/s'], 'ballSpeed'],
  ['club', ['mph', 'km/h', 'm/s'], 'clubSpeed'],
  ['back', ['rpm'], 'backSpin'],
  ['side', ['rpm'], 'sideSpin'],
  ['side', ['deg'], 'launchDirection'],
  ['flight', ['s'], 'hangTime'],
  ['time', ['s'], 'hangTime'],
]

/**
 * Guesses a column's field from its heading; null for columns that are not imported.
 * @param below the cell below the heading, which has the unit in some files
 */
export function fieldOf(heading: string, below = ''): ShotField | null {
  const plain = heading
    .toLowerCase()
    .replace(/[([{].*?[)\]}]/g, ' ')
    .replace(/\b(mph|km\/?h|kph|m\/s|yds?|yards?|meters?|rpm|deg(rees)?|avg)\b|°/g, ' ')
    .replace(/[^a-zäöüß0-9 ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const unit = unitIn(heading) ?? unitIn(`[${below}]`)
  const told = byUnit.find(([name, ofField]) => name === plain && unit !== null && ofField.includes(unit))
  return told?.[2] ?? headings.find(([, pattern]) => pattern.test(plain))?.[0] ?? null
}

const unitPatterns: readonly [Unit, RegExp][] = [
  ['mph', /\bmph\b|mi\/h|miles per hour/i],
  ['km/h', /km\/?h|\bkph\b/i],
  ['m/s', /\bm\/s\b|\bmps\b/i],
  ['yd', /\byds?\b|\byards?\b/i],
  ['ft', /\bft\b|\bfeet\b/i],
  ['rpm', /\brpm\b/i],
  ['deg', /\bdeg(rees)?\b|°/i],
  ['s', /(?<=[([,/ ])(s|secs?|seconds?)(?=[)\],/ ])/i],
  ['m', /\bmeters?\b|\bmetres?\b|(?<=[([,/ ])m(?=[)\],/ ])/i],
]

/** The unit in a heading: `Ball Speed (km/h)`, `Carry [m]`; null when there is none. */
export const unitIn = (heading: string): Unit | null =>
  unitPatterns.find(([, pattern]) => pattern.test(heading))?.[0] ?? null

/**
 * Guesses the columns' fields. Among columns of one field, the one with the most values is used: Garmin leaves
 * its club names empty.
 */
export function guessMapping({ headings: names, rows, unitCells }: ShotTable): Mapping {
  const columns = names.flatMap((name, column) => {
    const field = fieldOf(name, unitCells[column])
    return field ? [{ column, field, unit: guessUnit(field, name, unitCells[column] ?? '') }] : []
  })
  const filled = ({ column }: Mapping[number]) =>
    rows.filter(({ cells }) => (cells[column] ?? '') !== '').length
  return [...Map.groupBy(columns, ({ field }) => field).values()].flatMap((ofField) =>
    ofField.toSorted((one, other) => filled(other) - filled(one)).slice(0, 1),
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
  const hasClubs = mapping.some(({ field }) => field === 'club')
  const again = table.headings.join('\n')
  const commas = decimalCommas(table, mapping)
  let { club } = table
  for (const { line, cells } of table.rows) {
    const ofPart = hasClubs ? null : clubOfPart(cells)
    if (ofPart) {
      club = ofPart
      bad.push({ line, why: 'The name of a club, not a shot' })
      continue
    }
    if (cells.join('\n') === again) {
      bad.push({ line, why: 'The headings again, not a shot' })
      continue
    }
    const read = readShot(cells, { mapping, commas, line })
    if ('club' in read && !read.club) read.club = club ?? 'Unknown club'
    if ('why' in read) bad.push(read)
    else if (shots.length >= MOST_SHOTS) bad.push({ line, why: `More than ${MOST_SHOTS} shots` })
    else shots.push(read)
  }
  return { shots, bad }
}

/**
 * A line whose value of one of these cannot be read is listed instead of imported. Of the other fields only the
 * value is left out; the line of the file is kept with the shot.
 */
const fieldNames: Partial<Record<NumberField, string>> = {
  clubSpeed: 'club speed',
  ballSpeed: 'ball speed',
  carry: 'carry',
  total: 'total',
  side: 'side',
  launchAngle: 'launch angle',
  spin: 'spin',
}

const MOST_CELL_CHARS = 200

/**
 * The columns of numbers in which a comma is the decimal sign, also before three digits: those with a comma after a
 * leading zero or before fewer or more digits, and all columns of a file with semicolons, unless points are its decimal signs.
 */
function decimalCommas({ delimiter, rows }: ShotTable, mapping: Mapping): ReadonlySet<number> {
  const columns = mapping.flatMap(({ column, field }) => (field === 'club' || field === 'date' ? [] : column))
  const has = (column: number, sign: RegExp) => rows.some(({ cells }) => sign.test(cells[column] ?? ''))
  const isAll = delimiter === ';' && !columns.some((column) => has(column, decimalPoint))
  return new Set(columns.filter((column) => isAll || has(column, decimalComma)))
}

const decimalPoint = /\d\.(\d{1,2}|\d{4,})(\D|$)/
const decimalComma = /\d,(\d{1,2}|\d{4,})(\D|$)|(?<![\d,])0,\d/

function readShot(
  cells: readonly string[],
  { mapping, commas, line }: { mapping: Mapping; commas: ReadonlySet<number>; line: number },
): Shot | BadRow {
  if (
    /^(average|avg\.?|mean|(std\.? ?)?dev\.?|deviation|consistency|total|summary)\b/i.test(
      cells.find((cell) => cell) ?? '',
    )
  )
    return { line, why: 'A summary, not a shot' }
  const source = cells.map((cell) => cell.slice(0, MOST_CELL_CHARS).toWellFormed())
  const shot: Shot = { line, club: '', date: null, source }
  let measured = 0
  for (const { column, field, unit } of mapping) {
    const cell = cells[column] ?? ''
    if (cell === '' || /^[-–—]+$|^n\/?a$/i.test(cell)) continue
    if (field === 'club') shot.club = tidyClub(cell)
    else if (field === 'date') shot.date = readDate(cell)
    else {
      const value = readNumber(cell, commas.has(column))
      const name = fieldNames[field]
      if (value === null) {
        if (!name) continue
        return { line, why: `“${cell.slice(0, 30)}” is no ${name}` }
      }
      const si = value * inSi[unit ?? unitsOf[field][0]]
      const [low, high] = bounds[field]
      if (si < low || si > high) {
        if (!name) continue
        return { line, why: `A ${name} of ${cell.slice(0, 30)} cannot be` }
      }
      shot[field] = si
      measured++
    }
  }
  if (measured === 0) return { line, why: 'No numbers' }
  // Files with both parts of the spin and without the whole of it.
  if (shot.spin === undefined && shot.backSpin !== undefined)
    shot.spin = Math.hypot(shot.backSpin, shot.sideSpin ?? 0)
  return shot
}

/** What devices write after a number that is negative with us: left, from outside to inside, down, closed. */
const negative = /^(l|left|o-i|o\/i|out-in|out-to-in|d|dn|down|c|closed)$/i

/**
 * Parses `123.4`, `123,4`, `1,234`, and `12.3 R`, `L 4` and `2.1 O-I`: left, out to in, down and closed are negative.
 * @param hasDecimalComma whether a comma before three digits is the decimal sign too
 */
export function readNumber(cell: string, hasDecimalComma = false): number | null {
  const found = /^(?:([LR])\s*)?([-+−]?[\d.,' ]*\d)\s*°?\s*([a-z][a-z/-]*)?$/i.exec(cell.trim())
  if (!found) return null
  const digits = (found[2] ?? '').replace(/[' ]/g, '').replace('−', '-')
  const plain =
    !hasDecimalComma && /[1-9]\d*,\d{3}(\D|$)/.test(digits) && !/\.\d*,/.test(digits)
      ? digits.replaceAll(',', '')
      : digits.replace(',', '.')
  const value = Number(plain)
  if (!Number.isFinite(value)) return null
  return negative.test(found[1] ?? found[3] ?? '') ? -Math.abs(value) : value
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Parses a date at the beginning of a cell: ISO, US, with dots, or with the month's name; null otherwise. */
function readDate(cell: string): string | null {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(cell)
  if (iso) return dayOf(iso[1], iso[3], iso[4])
  const slashes = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})\b/.exec(cell)
  if (slashes) return dayOf(slashes[3], slashes[1], slashes[2]) ?? dayOf(slashes[3], slashes[2], slashes[1])
  const dots = /^(\d{1,2})\.(\d{1,2})\.(\d{4})\b/.exec(cell)
  if (dots) return dayOf(dots[3], dots[2], dots[1])
  const named = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})\b/i.exec(cell)
  if (named) return dayOf(named[3], monthOf(named[1]), named[2])
  const turned = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4})\b/i.exec(cell)
  return turned ? dayOf(turned[3], monthOf(turned[2]), turned[1]) : null
}

const monthOf = (name = '') => String(months.indexOf(name.toLowerCase()) + 1)

function dayOf(year = '', month = '', day = ''): string | null {
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date ? null : date
}
