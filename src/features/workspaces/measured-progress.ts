import { type MeasureName, measures } from './goal.ts'

/** What a coach's page shows of students' measured progress, and from how many on. Pure. */

/** An anonymous figure is of so many students at least, so that none can be made out. */
export const FEWEST_STUDENTS = 3
/** From the first value to the newest lie so many days at least: one good afternoon is no progress. */
export const FEWEST_DAYS = 14

/** One student's way in one measure, from the first value to the newest. */
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
  /** Mean change, as it was measured: negative for fewer putts. One decimal. */
  change: number
  /** Those who let their first name stand there, the largest gain first. */
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
 * Sums up, measure by measure. Every student who lets it be counted is counted, those who went back as well; a mean that went back is
 * left out.
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
