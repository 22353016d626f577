import { formatMoney } from '#platform/money.ts'
import { formatClockTime, formatDay, zoneName } from '#platform/time.ts'
import { listOf } from '#platform/words.ts'
import type { NearbyCoach } from './candidates.ts'
import { type ExperienceLevel, quizGoals as goalList, type Technology, technologyLabels } from './quiz.ts'
import { answersTo, filters, hasTechnology, type Request, rateFor } from './ranking.ts'
import type { Reason } from './schema.ts'

/**
 * The reasons for recommending a coach. Each reason must be backed by data and must not claim more than the
 * data shows.
 */

/** Words of praise in reviews that matter to students of a level. */
const wordsOf: Record<ExperienceLevel, readonly string[]> = {
  beginner: ['patient', 'kind', 'calm', 'encouraging', 'clear'],
  casual: ['patient', 'clear', 'kind', 'fun', 'calm'],
  regular: ['clear', 'precise', 'patient', 'prepared', 'calm'],
  competitive: ['precise', 'clear', 'prepared', 'honest', 'calm'],
}

/** A word mentioned by fewer reviews, or by a smaller share of them, is treated as chance. */
const SAID_AT_LEAST = 2
const SAID_SHARE = 0.1
const RATED_AT_LEAST = 5
const GOOD_RATING = 4.5
const NEAR_MILES = 25

/** Phrases that look like a negation but express praise. */
const EMPHASIS =
  /\b(not only|not just|(could|can)(n['’]t| ?not) (be|have been|ask for|imagine|find)( an?)? more|never (met|had|known|seen)( such)?( an?( \w+)?)?( more)?)\b/g
/** Negates what follows in the same clause, or says that it is missing. */
const TAKEN_BACK =
  /\b(not|never|no|nor|hardly|barely|less|too|lack\w*|without|wish\w*|should|could|would|might|needs?|if|\w+n['’]t)\b/
/** Phrases in which `kind` is not an adjective. */
const OTHER_MEANINGS =
  /\b(kind of|(what|any|some|this|that|same|every|each|another|other|right|wrong|one|a) kind)\b/g

/** True if a text contains a word of praise without negating it. False in doubtful cases. */
export function says(text: string, word: string): boolean {
  const plain = text.toLowerCase().replace(EMPHASIS, ' ').replace(OTHER_MEANINGS, ' ')
  return plain.split(/[.!?;:,()\n]|\bbut\b/).some((clause) => {
    const at = clause.search(new RegExp(`\\b${word}\\b`))
    return at !== -1 && !TAKEN_BACK.test(clause.slice(0, at)) && !/\bor\b/.test(clause)
  })
}

/** The word of praise found in the most reviews; null if it is in too few. @param texts the reviews */
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

const asTaught = (specialty: string) =>
  specialty === "Women's Golf" ? "women's golf" : specialty.toLowerCase()

/**
 * Every reason that applies, most important first.
 * @param texts the reviews of this coach
 * @param from the place entered, as `ZIP 28202` or `Charlotte, NC`
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
  add('teaches', taught.length > 0 && `Teaches ${listOf(taught.map(asTaught))}`)
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
      `Has ${has.length === asked.length ? 'what' : `${has.length} of the ${asked.length}`} you asked for: ${listOf(
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

/**
 * The requested equipment if the coach has none of it, as `a launch monitor or video analysis`; null
 * otherwise.
 */
export function missingEquipment(
  candidate: NearbyCoach['candidate'],
  { technologies }: Request,
): string | null {
  if (technologies.length === 0 || technologies.some((one) => hasTechnology(candidate, one))) return null
  return listOf(technologies.map(equipment), 'or')
}

const equipment = (technology: Technology) =>
  technology === 'launch-monitor' ? 'a launch monitor' : technologyLabels[technology].label.toLowerCase()

/** The selected goals as text. */
export const goalWords = (goals: Request['goals']) =>
  listOf(goals.map((goal) => goalList[goal].label.toLowerCase()))
