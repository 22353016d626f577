import { formatMoney } from '#platform/money.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import type { NearbyCoach } from './candidates.ts'
import { type ExperienceLevel, goals as goalList, technologyLabels } from './quiz.ts'
import { answersTo, hasTechnology, type Request, rateFor } from './ranking.ts'
import type { Reason } from './schema.ts'

/** Why a coach is recommended. A reason is said only where the data holds it, and says nothing the data does not. */

/** What students of a level hope to read about a coach, in the words that count. */
const wordsOf: Record<ExperienceLevel, readonly string[]> = {
  beginner: ['patient', 'kind', 'calm', 'encouraging', 'clear'],
  casual: ['patient', 'clear', 'kind', 'fun', 'calm'],
  regular: ['clear', 'precise', 'patient', 'prepared', 'calm'],
  competitive: ['precise', 'clear', 'prepared', 'honest', 'calm'],
}

/** A word said by fewer, of all who wrote, is chance. */
const SAID_AT_LEAST = 2
const SAID_SHARE = 0.1
const RATED_AT_LEAST = 5
const GOOD_RATING = 4.5
const NEAR_MILES = 25

/** True when a text says a word of praise and does not take it back. */
export function says(text: string, word: string): boolean {
  const found = text.toLowerCase().match(new RegExp(`(\\S+\\s+)?(\\S+\\s+)?\\b${word}\\b`, 'g')) ?? []
  return found.some((phrase) => !/\b(not|never|no|hardly|isn['’]t|wasn['’]t|less|too)\b/.test(phrase))
}

/** The word of praise that most reviews say; null where hardly any says one. @param texts what students wrote */
export function mostSaid(
  texts: readonly string[],
  level: ExperienceLevel,
): { word: string; count: number } | null {
  const counted = wordsOf[level].map((word) => ({
    word,
    count: texts.filter((text) => says(text, word)).length,
  }))
  const best = counted.toSorted((a, b) => b.count - a.count)[0]
  return best && best.count >= Math.max(SAID_AT_LEAST, texts.length * SAID_SHARE) ? best : null
}

/** `teaches short game and putting`. */
const inWords = (list: readonly string[]) =>
  list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`

const asTaught = (specialty: string) =>
  specialty === "Women's Golf" ? "women's golf" : specialty.toLowerCase()

/**
 * Every reason that holds, the most telling first.
 * @param texts what students wrote about this coach
 * @param from the place somebody gave
 */
export function reasonsFor(
  { candidate, groupSize, openTimes, place }: NearbyCoach,
  request: Request,
  texts: readonly string[],
  from: string,
): Reason[] {
  const reasons: Reason[] = []
  const add = (kind: Reason['kind'], text: string | false | null | undefined) => {
    if (text) reasons.push({ kind, text })
  }
  const taught = [...new Set(request.goals.flatMap((goal) => answersTo(goal, candidate.specialties)))]
  if (
    request.experience === 'beginner' &&
    candidate.specialties.includes('Beginners') &&
    !taught.includes('Beginners')
  )
    taught.unshift('Beginners')
  add('teaches', taught.length > 0 && `Teaches ${inWords(taught.map(asTaught))}`)
  const said = mostSaid(texts, request.experience)
  add('reviews', said && `${said.count} of ${texts.length} reviews say “${said.word}”`)
  add(
    'rating',
    candidate.reviewCount >= RATED_AT_LEAST &&
      candidate.rating >= GOOD_RATING &&
      `Rated ${candidate.rating.toFixed(1)} in ${candidate.reviewCount} reviews`,
  )
  const rate = rateFor(candidate, request.lessonType)
  add('lesson', request.lessonType === 'playing' && rate !== null && 'Gives lessons on the course')
  add(
    'lesson',
    request.lessonType === 'group' &&
      rate !== null &&
      `Gives group lessons for up to ${groupSize ?? 4} players`,
  )
  const has = request.technologies.filter((technology) => hasTechnology(candidate, technology))
  add(
    'technology',
    has.length > 0 &&
      `Has what you asked for: ${inWords(
        has.map((one) =>
          one === 'launch-monitor'
            ? `a launch monitor (${candidate.launchMonitor})`
            : technologyLabels[one].label.toLowerCase(),
        ),
      )}`,
  )
  add(
    'gender',
    request.gender !== 'any' && `${request.gender === 'female' ? 'A woman' : 'A man'}, as you asked`,
  )
  add(
    'near',
    candidate.distance <= NEAR_MILES &&
      `${candidate.distance.toFixed(1)} miles from ${from}${place ? `, at ${place.name}` : ''}`,
  )
  add(
    'price',
    request.budget !== 'any' && rate !== null && `${formatMoney(rate)} an hour, within your budget`,
  )
  const first = openTimes[0]
  add('opening', first && `Open ${momentOf(first)}`)
  return reasons
}

/** `Saturday, Nov 28 at 9:00 AM EST`. */
const momentOf = ({ start, zone }: { start: string; zone: string }) =>
  `${formatDay(start, zone, { long: true })} at ${formatClockTime(start, zone)} ${zoneName(start, zone)}`

/** What somebody wants to work on, in words. */
export const goalWords = (goals: Request['goals']) =>
  inWords(goals.map((goal) => goalList[goal].label.toLowerCase()))
