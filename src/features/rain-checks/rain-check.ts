import type { RainRule } from '#features/coaches/coach.ts'

/** When the weather lets a student move or cancel without a fee. Pure; the browser shows the same sentences. */

/** How long before a lesson its forecast is read, in hours. */
export const AHEAD_HOURS = 48

/** The weather of the hours of a lesson: the highest values of them. */
export interface Weather {
  /** Percent. */
  chanceOfRain: number
  isThunder: boolean
  /** Miles per hour. */
  windMph: number
}

/** Wind and thunder make a lesson outdoors dangerous, so every rule includes them. */
export const STORM_MPH = 35
const rainFrom: Record<Exclude<RainRule, 'off'>, number> = {
  storms: Number.POSITIVE_INFINITY,
  likely_rain: 60,
  any_rain: 40,
}

/** Whether a forecast reaches the threshold of a rule. */
export function isTooBad(rule: RainRule, { chanceOfRain, isThunder, windMph }: Weather): boolean {
  if (rule === 'off') return false
  return isThunder || windMph >= STORM_MPH || chanceOfRain >= rainFrom[rule]
}

/**
 * The weather during a lesson; null when the forecast does not cover all of it, because nothing is known about the rest.
 * @param lesson its start and end in milliseconds since 1970, UTC
 */
export function weatherDuring(
  hours: readonly (Weather & { start: number; end: number })[],
  lesson: { start: number; end: number },
): Weather | null {
  const during = hours.filter(({ start, end }) => start < lesson.end && end > lesson.start)
  const covered = during.reduce(
    (sum, { start, end }) => sum + Math.min(end, lesson.end) - Math.max(start, lesson.start),
    0,
  )
  if (during.length === 0 || covered < lesson.end - lesson.start) return null
  return {
    chanceOfRain: Math.max(...during.map(({ chanceOfRain }) => chanceOfRain)),
    isThunder: during.some(({ isThunder }) => isThunder),
    windMph: Math.max(...during.map(({ windMph }) => windMph)),
  }
}

/** What each rule waits for, in the middle of a sentence. */
const whenWords: Record<Exclude<RainRule, 'off'>, string> = {
  storms: `thunderstorms or ${STORM_MPH} mph wind are forecast`,
  likely_rain: `a ${rainFrom.likely_rain}% chance of rain, thunderstorms or ${STORM_MPH} mph wind are forecast`,
  any_rain: `a ${rainFrom.any_rain}% chance of rain, thunderstorms or ${STORM_MPH} mph wind are forecast`,
}

/** The names of the rules on the settings page. */
export const rainRuleNames: Record<RainRule, string> = {
  off: 'Off',
  storms: 'Storms',
  likely_rain: 'Storms and likely rain',
  any_rain: 'Storms and possible rain',
}

/** A rule as a sentence, shown before booking and in the lesson; null when there is none. */
export const rainRuleText = (rule: RainRule): string | null =>
  rule === 'off'
    ? null
    : `Bad weather: move, cancel or keep a credit without a fee when ${whenWords[rule]} for your outdoor lesson within ${AHEAD_HOURS} hours.`

/** A rule as its coach chooses it. */
export const rainRuleHint = (rule: RainRule): string =>
  rule === 'off'
    ? 'The weather changes nothing. You can still call off lessons yourself.'
    : `When ${whenWords[rule]}, your student can move, cancel or keep a credit without a fee, from ${AHEAD_HOURS} hours before the lesson.`

/** `80% chance of rain, thunderstorms and wind up to 38 mph`: what a forecast says about a lesson. */
export function weatherWords({ chanceOfRain, isThunder, windMph }: Weather): string {
  const parts = [
    `${chanceOfRain}% chance of rain`,
    ...(isThunder ? ['thunderstorms'] : []),
    ...(windMph >= STORM_MPH ? [`wind of ${windMph} mph`] : []),
  ]
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export const outcomes = ['moved', 'credit', 'cancelled', 'refunded'] as const

/** Parts of a day that are called off in one act; times by the clock of each lesson's place. */
export const callOffParts = [
  { id: 'morning', name: 'Morning', startTime: '00:00', endTime: '12:00' },
  { id: 'afternoon', name: 'Afternoon', startTime: '12:00', endTime: '18:00' },
  { id: 'evening', name: 'Evening', startTime: '18:00', endTime: '24:00' },
  { id: 'day', name: 'Whole day', startTime: '00:00', endTime: '24:00' },
] as const
export type CallOffPart = (typeof callOffParts)[number]['id']

/** Why a lesson cannot be kept as a credit; null when it can. */
export type CreditRefusal =
  | 'not_offered'
  | 'not_paid_here'
  | 'partly_refunded'
  | 'package_ended'
  | 'discount'
  | 'disputed'

export const creditRefusalTexts: Record<CreditRefusal, string> = {
  not_offered: 'This lesson takes place as booked, so there is nothing to keep as a credit.',
  not_paid_here: 'Nothing was paid here for this lesson. Move it or cancel it instead.',
  partly_refunded:
    'Money for this lesson was already refunded, so it cannot be kept as a credit. Move it or cancel it instead.',
  package_ended: 'The package of this lesson has ended. Move the lesson or cancel it instead.',
  discount: 'This lesson was paid with a discount, which a credit cannot keep. Move it to keep the price.',
  disputed: 'The payment of this lesson is in question. Please wait until that is settled.',
}

/** How long a credit can be used. */
export const CREDIT_DAYS = 365
