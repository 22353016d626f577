import { type MeasureName, measures } from './goal.ts'

/** Aggregates students' measured progress for a coach's page, with minimums that protect privacy. Pure. */

/** The minimum number of students in an anonymous figure, so that no student can be identified. */
export const FEWEST_STUDENTS = 3
/**
 * The minimum number of days between the first and the newest value, because short-term results are not
 * progress.
 */
export const FEWEST_DAYS = 14

/** One student's progress in one measure, from the first value to the newest. */
export interface Gain {
  studentId: string
  firstName: string
  byName: boolean
  measure: MeasureName
  first: number
  last: number
}

export interface MeasuredProgress {
  measure: MeasureName
  students: number
  /** Mean change in the unit of measurement: negative for fewer putts. One decimal. */
  change: number
  /** Students who consented to show their first name, largest gain first. */
  named: { firstName: string; change: number }[]
}

const shownMeasures: readonly MeasureName[] = [
  'club_speed',
  'ball_speed',
  'carry',
  'score',
  'handicap',
  'fairways',
  'greens',
  'putts',
]

/**
 * Aggregates by measure. All consenting students count, including those whose values got worse; a measure
 * whose mean got worse is omitted.
 */
export function sumUp(gains: readonly Gain[]): MeasuredProgress[] {
  return shownMeasures.flatMap((measure) => {
    const ofMeasure = gains.filter((gain) => gain.measure === measure)
    const students = new Set(ofMeasure.map(({ studentId }) => studentId)).size
    if (students < FEWEST_STUDENTS) return []
    const change = oneDecimal(
      ofMeasure.reduce((sum, gain) => sum + gain.last - gain.first, 0) / ofMeasure.length,
    )
    const isBetter = (by: number) => (measures[measure].moreIsBetter ? by > 0 : by < 0)
    if (!isBetter(change)) return []
    const named = ofMeasure
      .filter(({ byName }) => byName)
      .map(({ firstName, first, last }) => ({ firstName, change: oneDecimal(last - first) }))
      .filter((one) => isBetter(one.change))
      .toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change))
    return [{ measure, students, change, named: named.slice(0, 3) }]
  })
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10

/** `12 students gained 6.2 mph of clubhead speed on average`. */
export function progressWords({ measure, students, change }: MeasuredProgress): string {
  const by = Math.abs(change)
  const { unit } = measures[measure]
  const what: Record<string, string> = {
    club_speed: `gained ${by} ${unit} of clubhead speed`,
    ball_speed: `gained ${by} ${unit} of ball speed`,
    carry: `gained ${by} ${by === 1 ? 'yard' : 'yards'} of carry`,
    score: `score ${by} ${by === 1 ? 'stroke' : 'strokes'} lower`,
    handicap: `lowered their handicap by ${by}`,
    fairways: `hit ${by} percentage points more fairways`,
    greens: `hit ${by} percentage points more greens`,
    putts: `need ${by} ${by === 1 ? 'putt' : 'putts'} a round less`,
  }
  return `${students} students ${what[measure] ?? ''} on average`
}
