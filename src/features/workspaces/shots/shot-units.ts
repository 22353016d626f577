/** What is kept of a shot, in which units it comes and is kept, and the limits of a file. Pure. */

export const shotFields = [
  'club',
  'date',
  'clubSpeed',
  'ballSpeed',
  'carry',
  'total',
  'side',
  'launchAngle',
  'spin',
] as const
export type ShotField = (typeof shotFields)[number]
export type NumberField = Exclude<ShotField, 'club' | 'date'>

export const units = ['mph', 'km/h', 'm/s', 'yd', 'm', 'ft', 'deg', 'rpm'] as const
export type Unit = (typeof units)[number]

/** Units of what a field measures; the first is assumed where a file says none. */
export const unitsOf: Record<NumberField, readonly [Unit, ...Unit[]]> = {
  clubSpeed: ['mph', 'km/h', 'm/s'],
  ballSpeed: ['mph', 'km/h', 'm/s'],
  carry: ['yd', 'm', 'ft'],
  total: ['yd', 'm', 'ft'],
  side: ['yd', 'm', 'ft'],
  launchAngle: ['deg'],
  spin: ['rpm'],
}

/** What one of a unit is in meters a second, meters, degrees or turns a minute. Exact by definition of the mile, yard and foot. */
export const inSi: Record<Unit, number> = {
  mph: 1_609.344 / 3_600,
  'km/h': 1 / 3.6,
  'm/s': 1,
  yd: 0.9144,
  m: 1,
  ft: 0.3048,
  deg: 1,
  rpm: 1,
}

export const MOST_SHOTS = 2_000
export const MOST_FILE_CHARS = 700_000
/** Fewer shots say too little to compare. */
export const FEW_SHOTS = 5

/** Which column holds what, in which unit. Columns by their place, from 0. */
export type Mapping = { column: number; field: ShotField; unit: Unit | null }[]
