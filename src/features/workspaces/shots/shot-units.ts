/** The fields of a shot, their input and storage units, and the limits of a file. Pure. */

/** The measured fields, in the order in which they are shown. */
export const numberFields = [
  'clubSpeed',
  'ballSpeed',
  'smash',
  'carry',
  'total',
  'side',
  'launchAngle',
  'launchDirection',
  'spin',
  'backSpin',
  'sideSpin',
  'spinAxis',
  'attackAngle',
  'clubPath',
  'faceAngle',
  'faceToPath',
  'dynamicLoft',
  'apex',
  'descentAngle',
  'hangTime',
] as const
export type NumberField = (typeof numberFields)[number]

export const shotFields = ['club', 'date', ...numberFields] as const
export type ShotField = (typeof shotFields)[number]

/** The fields that were imported before the others existed; column choices of that time name only these. */
export const firstFields: readonly ShotField[] = [
  'club',
  'date',
  'clubSpeed',
  'ballSpeed',
  'carry',
  'total',
  'side',
  'launchAngle',
  'spin',
]

export const units = ['mph', 'km/h', 'm/s', 'yd', 'm', 'ft', 'deg', 'rpm', 's', 'ratio'] as const
export type Unit = (typeof units)[number]

/** The possible units of each field; the first is the default when the file has none. */
export const unitsOf: Record<NumberField, readonly [Unit, ...Unit[]]> = {
  clubSpeed: ['mph', 'km/h', 'm/s'],
  ballSpeed: ['mph', 'km/h', 'm/s'],
  smash: ['ratio'],
  carry: ['yd', 'm', 'ft'],
  total: ['yd', 'm', 'ft'],
  side: ['yd', 'm', 'ft'],
  launchAngle: ['deg'],
  launchDirection: ['deg'],
  spin: ['rpm'],
  backSpin: ['rpm'],
  sideSpin: ['rpm'],
  spinAxis: ['deg'],
  attackAngle: ['deg'],
  clubPath: ['deg'],
  faceAngle: ['deg'],
  faceToPath: ['deg'],
  dynamicLoft: ['deg'],
  apex: ['ft', 'yd', 'm'],
  descentAngle: ['deg'],
  hangTime: ['s'],
}

/**
 * The conversion factors to meters per second, meters, degrees, seconds or revolutions per minute. Exact by definition
 * of the mile, yard and foot.
 */
export const inSi: Record<Unit, number> = {
  mph: 1_609.344 / 3_600,
  'km/h': 1 / 3.6,
  'm/s': 1,
  yd: 0.9144,
  m: 1,
  ft: 0.3048,
  deg: 1,
  rpm: 1,
  s: 1,
  ratio: 1,
}

export const MOST_SHOTS = 2_000
export const MOST_FILE_CHARS = 700_000
/** The minimum number of shots for statistics. */
export const FEW_SHOTS = 5
/** The trends are of this many sessions, the newest ones. */
export const TREND_SESSIONS = 60

/** The field and unit of each column. Columns are indexed from 0. */
export type Mapping = { column: number; field: ShotField; unit: Unit | null }[]
