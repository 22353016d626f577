import { listOf } from '#platform/words.ts'
import type { NearbyCoach, NearbyCoaches } from './candidates.ts'
import { type Budget, budgetCents, budgetLabels, genderLabels, quizBudgets, radii } from './quiz.ts'
import {
  chooseRadius,
  type FilterName,
  filters,
  isShuffledSession,
  type NoMatchReason,
  type Ranked,
  type Request,
  rank,
  shuffleFirst,
  whyNobody,
} from './ranking.ts'
import type { QuizChange } from './schema.ts'
import { weights } from './weights.ts'

/** The input of a recommendation. */
export interface RecommendationContext {
  request: Request
  sessionId: string
}

export interface Recommendation {
  radiusMiles: number
  isShuffled: boolean
  ranked: Ranked[]
}

/**
 * Recommends from the coaches nearby, best first.
 * @param coaches all within the largest radius
 */
export function recommend(
  coaches: readonly NearbyCoach[],
  { request, sessionId }: RecommendationContext,
): Recommendation {
  const all = coaches.map(({ candidate }) => candidate)
  const radiusMiles = chooseRadius(all, request)
  const ranked = rank(
    all.filter(({ distance }) => distance <= radiusMiles),
    request,
    weights,
  )
  const isShuffled = isShuffledSession(sessionId)
  return { radiusMiles, isShuffled, ranked: isShuffled ? shuffleFirst(ranked, sessionId) : ranked }
}

/** The maximum number of suggested changes. */
const CHANGES_AT_MOST = 3

/**
 * Changes to the answers that would put another coach in first place, each with that coach, computed by the
 * same ranking.
 * @param coachesFor the coaches compared for a golfer with these answers
 */
export async function changesFor(
  coachesFor: (request: Request) => Promise<readonly NearbyCoach[]>,
  asked: RecommendationContext,
): Promise<QuizChange[]> {
  const { request } = asked
  const first = recommend(await coachesFor(request), asked).ranked[0]?.coach.id
  const found: QuizChange[] = []
  const seen = new Set([first])
  for (const { change, label } of otherAnswers(request)) {
    const changed = { ...request, ...change }
    const coaches = await coachesFor(changed)
    const other = recommend(coaches, { ...asked, request: changed }).ranked[0]
    const coach = other && coaches.find(({ card }) => card.id === other.coach.id)
    if (!coach || seen.has(coach.card.id)) continue
    seen.add(coach.card.id)
    found.push({ change, label, instructorId: coach.card.id, coachLabel: coach.card.label })
    if (found.length === CHANGES_AT_MOST) break
  }
  return found
}

/**
 * Variations with one answer changed, the easiest first: budget, equipment, lesson type, and the coach's
 * gender last.
 */
function otherAnswers(request: Request): Pick<QuizChange, 'change' | 'label'>[] {
  const later = quizBudgets.slice(quizBudgets.indexOf(request.budget) + 1)
  const lower = quizBudgets.slice(0, quizBudgets.indexOf(request.budget)).toReversed()
  const budget = (one: Budget) => ({
    change: { budget: one },
    label:
      one === 'any' ? 'If the price did not matter' : `With a budget of ${budgetLabels[one].toLowerCase()}`,
  })
  return [
    ...later.map(budget),
    ...lower.map(budget),
    ...(request.technologies.length > 0
      ? [{ change: { technologies: [] }, label: 'Without the equipment you asked for' }]
      : []),
    ...(request.lessonType === 'private'
      ? []
      : [{ change: { lessonType: 'private' as const }, label: 'With one-on-one lessons' }]),
    ...(request.gender === 'any'
      ? []
      : [{ change: { gender: 'any' as const }, label: 'With no preference for a woman or a man' }]),
  ]
}

/**
 * Why no coach fits, as a sentence: each answer that excludes coaches, and how many it excludes.
 * Where not every coach was compared, the number without an open time is a minimum.
 * @param place `Charlotte, NC`
 */
export function noMatchSentence(
  { coaches, figures }: NearbyCoaches,
  request: Request,
  place: string,
): string {
  const miles = radii[2]
  const many = figures.total
  if (many === 0)
    return `No instructors found in this area yet: no coach teaches within ${miles} miles of ${place}.`
  const excluded = (['budget', 'opening', 'lessonType', 'gender'] as const).flatMap((name) => {
    if (name !== 'opening')
      return figures[name] > 0 ? [excludedWords(name, figures[name], many, request)] : []
    const count = coaches.filter(({ candidate }) => !filters.opening(candidate, request)).length
    const least = coaches.length < many ? 'at least ' : ''
    return count > 0 ? [`${least}${excludedWords(name, count, many, request)}`] : []
  })
  const teach = `${many === 1 ? 'One coach teaches' : `${many} coaches teach`} within ${miles} miles of ${place}`
  return `${teach}. ${many === 1 ? 'The coach does not fit' : 'None fits'} all your answers: ${listOf(excluded)}.`
}

const lessonWords = {
  private: 'one-on-one lessons',
  group: 'group lessons',
  playing: 'lessons on the course',
}

function excludedWords(name: FilterName, count: number, many: number, request: Request): string {
  const one = count === 1
  const who = many === 1 ? 'this coach' : `${count}`
  const kind = lessonWords[request.lessonType]
  switch (name) {
    case 'budget':
      return `${who} ${one ? 'charges' : 'charge'} more than $${(budgetCents[request.budget] ?? 0) / 100} per hour for ${kind}`
    case 'opening':
      return `${who} ${one ? 'has' : 'have'} no open time in the next two weeks`
    case 'lessonType':
      return `${who} ${one ? 'does' : 'do'} not offer ${kind}`
    case 'gender':
      return `${who} ${one ? 'is' : 'are'} not listed as ${genderLabels[request.gender].label.toLowerCase()}`
  }
}

export const noMatchReason = (coaches: readonly NearbyCoach[], request: Request): NoMatchReason =>
  whyNobody(
    coaches.map(({ candidate }) => candidate),
    request,
  )
