/** Goals: the measures, the progress, and when a goal counts as reached. Pure. */

export const goalStatuses = ['open', 'reached', 'dropped'] as const
export type GoalStatus = (typeof goalStatuses)[number]

interface Measure {
  label: string
  unit: string | null
  moreIsBetter: boolean
}

/** The measures of goals. `none` is a goal without a value; `other` has a custom unit and direction. */
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

/** Sorts values by date; values of one day stay in the order of their entry. */
export const inOrder = <V extends GoalValue>(values: readonly V[]): V[] =>
  values.toSorted((one, other) => one.on.localeCompare(other.on))

/**
 * The progress of a goal from its first value to its target, from 0 to 1; null without a target or a value.
 * Clamped: a setback is 0, exceeding the target is 1.
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
  // The target was already reached at the start, but is not any more.
  if (way === 0 || way > 0 !== goal.moreIsBetter) return 0
  return Math.min(1, Math.max(0, (last - first) / way))
}

/** Whether a value reaches the target. */
export const isMet = (
  { target, moreIsBetter }: { target: number | null; moreIsBetter: boolean },
  value: number,
): boolean => target !== null && (moreIsBetter ? value >= target : value <= target)

/** `94 mph`, `12.4`, `58 %`: at most one decimal, in the unit of measurement. */
export const valueWords = (value: number, unit: string | null): string =>
  unit ? `${tidy(value)} ${unit}` : tidy(value)

const tidy = (value: number) => String(Math.round(value * 10) / 10)
