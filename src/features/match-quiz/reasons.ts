import { formatMoney } from '#platform/money.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import type { NearbyCoach } from './candidates.ts'
import { type ExperienceLevel, goals as goalList, type Technology, technologyLabels } from './quiz.ts'
import { answersTo, filters, hasTechnology, type Request, rateFor } from './ranking.ts'
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

/** What sounds like taking back and is praise. */
const EMPHASIS =
  /\b(not only|not just|(could|can)(n['’]t| ?not) (be|have been|ask for|imagine|find)( an?)? more|never (met|had|known|seen)( such)?( an?( \w+)?)?( more)?)\b/g
/** Takes back what follows it in the same clause, or says that it is missing. */
const TAKEN_BACK =
  /\b(not|never|no|nor|hardly|barely|less|too|lack\w*|without|wish\w*|should|could|would|might|needs?|if|\w+n['’]t)\b/
/** `kind` is a word of its own in them. */
const OTHER_MEANINGS =
  /\b(kind of|(what|any|some|this|that|same|every|each|another|other|right|wrong|one|a) kind)\b/g

/** True when a text says a word of praise and does not take it back. In doubt it does not. */
export function says(text: string, word: string): boolean {
  const plain = text.toLowerCase().replace(EMPHASIS, ' ').replace(OTHER_MEANINGS, ' ')
  return plain.split(/[.!?;:,()\n]|\bbut\b/).some((clause) => {
    const at = clause.search(new RegExp(`\\b${word}\\b`))
    return at !== -1 && !TAKEN_BACK.test(clause.slice(0, at)) && !/\bor\b/.test(clause)
  })
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
const inWords = (list: readonly string[], joint = 'and') =>
  list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} ${joint} ${list.at(-1)}`

const asTaught = (specialty: string) =>
  specialty === "Women's Golf" ? "women's golf" : specialty.toLowerCase()

/**
 * Every reason that holds, the most telling first.
 * @param texts what students wrote about this coach
 * @param from the place somebody gave, as `ZIP 28202` or `Charlotte, NC`
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
  const counted = texts.length < candidate.reviewCount ? 'written reviews' : 'reviews'
  add('reviews', said && `${said.count} of ${texts.length} ${counted} say “${said.word}”`)
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
  const asked = request.technologies
  const has = asked.filter((technology) => hasTechnology(candidate, technology))
  add(
    'technology',
    has.length > 0 &&
      `Has ${has.length === asked.length ? 'what' : `${has.length} of the ${asked.length}`} you asked for: ${inWords(
        has.map((one) =>
          one === 'launch-monitor' ? `${equipment(one)} (${candidate.launchMonitor})` : equipment(one),
        ),
      )}`,
  )
  add(
    'gender',
    request.gender !== 'any' &&
      filters.gender(candidate, request) &&
      `${request.gender === 'female' ? 'A woman' : 'A man'}, as you asked`,
  )
  add(
    'near',
    candidate.distance <= NEAR_MILES &&
      `${candidate.distance.toFixed(1)} miles from ${from}${place ? `, at ${place.name}` : ''}`,
  )
  add(
    'price',
    request.budget !== 'any' &&
      rate !== null &&
      filters.budget(candidate, request) &&
      `${formatMoney(rate)} an hour${request.lessonType === 'group' ? ' for the group' : ''}, within your budget`,
  )
  const first = openTimes[0]
  add('opening', first && `Open ${momentOf(first)}`)
  return reasons
}

/** `Saturday, November 28 at 9:00 AM EST`. */
const momentOf = ({ start, zone }: { start: string; zone: string }) =>
  `${formatDay(start, zone, { long: true })} at ${formatClockTime(start, zone)} ${zoneName(start, zone)}`

/** What somebody asked for and a coach lists nothing of, as `a launch monitor or video analysis`; null where nothing is missing. */
export function missingEquipment(
  candidate: NearbyCoach['candidate'],
  { technologies }: Request,
): string | null {
  if (technologies.length === 0 || technologies.some((one) => hasTechnology(candidate, one))) return null
  return inWords(technologies.map(equipment), 'or')
}

const equipment = (technology: Technology) =>
  technology === 'launch-monitor' ? 'a launch monitor' : technologyLabels[technology].label.toLowerCase()

/** What somebody wants to work on, in words. */
export const goalWords = (goals: Request['goals']) =>
  inWords(goals.map((goal) => goalList[goal].label.toLowerCase()))
