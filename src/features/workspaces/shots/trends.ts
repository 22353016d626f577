import { FEW_SHOTS, inSi, type NumberField, type Unit } from './shot-units.ts'

/** Statistics of shots: the median and quartiles of each club, by session. Pure. */

export interface Spread {
  count: number
  median: number
  /** The lower and upper quartile. */
  low: number
  high: number
}

/** Median and quartiles of values; null for fewer than five. */
export function spreadOf(values: readonly number[]): Spread | null {
  if (values.length < FEW_SHOTS) return null
  const sorted = values.toSorted((one, other) => one - other)
  return {
    count: sorted.length,
    median: quantile(sorted, 0.5),
    low: quantile(sorted, 0.25),
    high: quantile(sorted, 0.75),
  }
}

/** A quantile with linear interpolation, as in spreadsheets. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)] ?? 0
  const above = sorted[Math.ceil(at)] ?? below
  return below + (above - below) * (at - Math.floor(at))
}

export type UnitSystem = 'us' | 'metric'

const shown: Record<NumberField, Record<UnitSystem, Unit>> = {
  clubSpeed: { us: 'mph', metric: 'km/h' },
  ballSpeed: { us: 'mph', metric: 'km/h' },
  smash: { us: 'ratio', metric: 'ratio' },
  carry: { us: 'yd', metric: 'm' },
  total: { us: 'yd', metric: 'm' },
  side: { us: 'yd', metric: 'm' },
  launchAngle: { us: 'deg', metric: 'deg' },
  launchDirection: { us: 'deg', metric: 'deg' },
  spin: { us: 'rpm', metric: 'rpm' },
  backSpin: { us: 'rpm', metric: 'rpm' },
  sideSpin: { us: 'rpm', metric: 'rpm' },
  spinAxis: { us: 'deg', metric: 'deg' },
  attackAngle: { us: 'deg', metric: 'deg' },
  clubPath: { us: 'deg', metric: 'deg' },
  faceAngle: { us: 'deg', metric: 'deg' },
  faceToPath: { us: 'deg', metric: 'deg' },
  dynamicLoft: { us: 'deg', metric: 'deg' },
  apex: { us: 'ft', metric: 'm' },
  descentAngle: { us: 'deg', metric: 'deg' },
  hangTime: { us: 's', metric: 's' },
}

/** The display unit of a field. */
export const shownUnit = (field: NumberField, system: UnitSystem): Unit => shown[field][system]

/** Converts a value from SI to its display unit. */
export const inShownUnit = (si: number, field: NumberField, system: UnitSystem): number =>
  si / inSi[shownUnit(field, system)]

/** Rounds for display: two decimals below 2, as of a smash factor, one below 100, none above. */
export function shownNumber(value: number): string {
  const size = Math.abs(value)
  const parts = size < 2 ? 100 : size < 100 ? 10 : 1
  const rounded = Math.round(value * parts) / parts
  return String(Object.is(rounded, -0) ? 0 : rounded)
}

const order = [
  'Driver',
  'wood',
  'hybrid',
  'iron',
  'Pitching wedge',
  'Gap wedge',
  'Sand wedge',
  'Lob wedge',
  'wedge',
]

/** Compares clubs by length, longest first. */
export function byLength(one: string, other: string): number {
  const rank = (club: string) => {
    const at = order.findIndex((name) => club.endsWith(name))
    return (at < 0 ? order.length : at) * 100 + Number(/^\d+/.exec(club)?.[0] ?? 0)
  }
  return rank(one) - rank(other) || one.localeCompare(other)
}
