/** Goals: what is measured, how far one has come, and when a goal counts as reached. Pure. */

export const goalStatuses = ['open', 'reached', 'dropped'] as const
export type GoalStatus = (typeof goalStatuses)[number]

interface Measure {
  label: string
  unit: string | null
  moreIsBetter: boolean
}

/** What golfers measure. `none` is a goal that is reached or not; `other` brings its own unit and direction. */
export const measures = {
  none: { label: 'Nothing to measure', unit: null, moreIsBetter: true },
  club_speed: { label: 'Clubhead speed', unit: 'mph', moreIsBetter: true },
  ball_speed: { label: 'Ball speed', unit: 'mph', moreIsBetter: true },
  carry: { label: 'Carry', unit: 'yd', moreIsBetter: true },
  fairways: { label: 'Fairways hit', unit: '%', moreIsBetter: true },
  greens: { label: 'Greens in regulation', unit: '%', moreIsBetter: true },
  putts: { label: 'Putts a round', unit: 'putts', moreIsBetter: false },
  score: { label: 'Score for 18 holes', unit: 'strokes', moreIsBetter: false },
  handicap: { label: 'Handicap index', unit: null, moreIsBetter: false },
  other: { label: 'Something else', unit: null, moreIsBetter: true },
} as const satisfies Record<string, Measure>
export type MeasureName = keyof typeof measures
export const measureNames = Object.keys(measures) as [MeasureName, ...MeasureName[]]

export const isMeasure = (name: string): name is MeasureName => name in measures

export interface GoalValue {
  value: number
  /** `yyyy-MM-dd` */
  on: string
}

/** Values in the order they were measured; of one day, in the order they came. */
export const inOrder = <V extends GoalValue>(values: readonly V[]): V[] =>
  values.toSorted((one, other) => one.on.localeCompare(other.on))

/**
 * How far a goal has come from its first value to its target, from 0 to 1; null without a target or a value. A step back is 0,
 * more than asked for is 1.
 */
export function progressOf(
  goal: { target: number | null; moreIsBetter: boolean },
  values: readonly GoalValue[],
): number | null {
  const ordered = inOrder(values)
  const first = ordered[0]?.value
  const last = ordered.at(-1)?.value
  if (goal.target === null || first === undefined || last === undefined) return null
  if (isMet(goal, last)) return 1
  const way = goal.target - first
  // Already there at the start, and fallen behind since.
  if (way === 0 || way > 0 !== goal.moreIsBetter) return 0
  return Math.min(1, Math.max(0, (last - first) / way))
}

/** Whether a value is as good as the target or better. */
export const isMet = (
  { target, moreIsBetter }: { target: number | null; moreIsBetter: boolean },
  value: number,
): boolean => target !== null && (moreIsBetter ? value >= target : value <= target)

/** `94 mph`, `12.4`, `58 %`: at most one decimal, as it was measured. */
export const valueWords = (value: number, unit: string | null): string =>
  unit ? `${tidy(value)} ${unit}` : tidy(value)

const tidy = (value: number) => String(Math.round(value * 10) / 10)
