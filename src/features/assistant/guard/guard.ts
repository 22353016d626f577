import { readFigures, type StatedFigures } from './stated-figures.ts'
import { forbiddenAnywhere, isPlainEnglish, unknownNames, wordForWord } from './wording.ts'

/** A slot with its date, time and zone at its place, as shown to people. */
export interface ToldSlot {
  start: string
  minutes: number
  placeId: string | null
  /** `yyyy-MM-dd` */
  date: string
  /** Minutes from midnight, local time at the place. */
  startMinute: number
  /** For example `EST`. */
  zoneName: string
}

/** The facts the server accepts at this moment, and the sentences that state them. */
export interface Sayable {
  /** Sentences built from the coach's facts; allowed verbatim. */
  sentences: readonly string[]
  /** Of `sentences`, the ones that introduce offered times, with the lesson they describe. */
  timesSentences: readonly { sentence: string; minutes: number; placeId: string | null }[]
  /** Of `sentences`, the one that says there are no open times. */
  noOpenings: string
  lessons: readonly { minutes: number; priceCents: number }[]
  /** Names that may appear: the names of the coach and of the places. */
  names: readonly string[]
  /** `yyyy-MM-dd` at the primary place. */
  today: string
  /** Days with at least one open time. */
  openDates: ReadonlySet<string>
  /** Returns the time as shown to people; null when it is not open now. */
  findOpen(slot: { start: string; minutes: number; placeId: string | null }): ToldSlot | null
}

export interface GuardedReply {
  answer: string
  slots: readonly { start: string; minutes: number; placeId: string | null }[]
  proposalDraft: { lessonTitle: string; minutes: number; lessons: number } | null
}

export const LONGEST_ANSWER = 1_600
const MOST_SLOTS = 4

/**
 * Lists the reasons why an answer must not be sent; empty when everything it states is true now. Sentences
 * built from the facts pass verbatim. Other sentences pass when every figure, day, time and name in them is
 * true and they touch no subject that requires exact wording. Anything that cannot be verified is rejected: a
 * missing answer is better than a promise the coach must break.
 */
export function findBreaches(reply: GuardedReply, sayable: Sayable): string[] {
  const told = reply.slots.map((slot) => sayable.findOpen(slot))
  const offered = told.filter((slot) => slot !== null)
  const breaches = new Set<string>([
    ...brokenForm(reply.answer),
    ...forbiddenAnywhere(reply.answer),
    ...(offered.length < told.length ? ['slot: not open'] : []),
    ...(told.length > MOST_SLOTS ||
    new Set(reply.slots.map(({ start }) => Date.parse(start))).size < told.length
      ? ['slot: too many']
      : []),
  ])
  const approved = new Set(sayable.sentences.flatMap(sentencesOf).map(bare))
  for (const sentence of sentencesOf(reply.answer)) {
    if (approved.has(bare(sentence))) continue
    for (const breach of checkSentence(sentence, offered, sayable)) breaches.add(breach)
  }
  for (const breach of checkHeadings(reply, sayable)) breaches.add(breach)
  return [...breaches]
}

/** Whether the coach could send a draft as a proposal. */
export function isProposable(draft: GuardedReply['proposalDraft'], sayable: Sayable): boolean {
  if (!draft) return false
  const { lessonTitle: title, minutes, lessons } = draft
  return (
    sayable.lessons.some((lesson) => lesson.minutes === minutes) &&
    Number.isInteger(lessons) &&
    lessons >= 1 &&
    lessons <= 50 &&
    title.trim().length > 0 &&
    title.length <= 80 &&
    /^[\p{L}\p{N} ,'’&:-]+$/u.test(title) &&
    forbiddenAnywhere(title).length === 0 &&
    !/free|discount|[$%]|refund/i.test(title)
  )
}

function brokenForm(answer: string): string[] {
  const breaches: string[] = []
  if (answer.trim() === '') breaches.push('form: empty')
  if (answer.length > LONGEST_ANSWER) breaches.push('form: too long')
  return breaches
}

function checkSentence(sentence: string, offered: readonly ToldSlot[], sayable: Sayable): string[] {
  const text = sentence.normalize('NFKC')
  const figures = readFigures(text, sayable.today)
  return [
    ...wordForWord(text).map((topic) => `words: ${topic}`),
    ...unknownNames(text, sayable.names).map(() => 'name'),
    ...(isPlainEnglish(text, sayable.names) ? [] : ['language']),
    ...(figures.hasLeftovers ? ['figure'] : []),
    ...(figures.prices.length === 0 && /\b(costs?|prices?|rates?|charges?)\b/i.test(text)
      ? ['words: price']
      : []),
    ...checkLessons(figures, sayable),
    ...checkTimes(text, figures, offered, sayable),
  ]
}

/** Durations must be offered; a price must belong to a duration in the same sentence. */
function checkLessons({ prices, durations }: StatedFigures, { lessons }: Sayable): string[] {
  const breaches: string[] = []
  if (!durations.every((minutes) => lessons.some((lesson) => lesson.minutes === minutes)))
    breaches.push('duration')
  const spokenOf =
    durations.length > 0 || lessons.length > 1 ? durations : lessons.map(({ minutes }) => minutes)
  const right = lessons
    .filter(({ minutes }) => spokenOf.includes(minutes))
    .map(({ priceCents }) => priceCents)
  const pairs =
    prices.length === durations.length ? prices.map((price, at) => [price, durations[at]] as const) : []
  const paired = pairs.every(([price, minutes]) =>
    lessons.some((lesson) => lesson.minutes === minutes && lesson.priceCents === price),
  )
  if (!prices.every((price) => right.includes(price)) || !paired) breaches.push('price')
  return breaches
}

/**
 * Days and times must match offered, open times. A sentence that says there are none may name a day without
 * open times.
 */
function checkTimes(
  text: string,
  figures: StatedFigures,
  offered: readonly ToldSlot[],
  sayable: Sayable,
): string[] {
  const breaches: string[] = []
  const denies =
    /\b(nothing|none|no (open )?(times?|openings?|slots?)|not open|isn't open|aren't open|fully booked|closed|not available|isn't available|unavailable)\b/i.test(
      text,
    )
  if (denies && figures.times.length === 0) {
    if (figures.days.some((days) => days.some((day) => sayable.openDates.has(day)))) breaches.push('day')
    return figures.zones.length > 0 ? [...breaches, 'zone'] : breaches
  }
  const onDays = offered.filter(
    ({ date }) => figures.days.length === 0 || figures.days.some((days) => days.includes(date)),
  )
  if (!figures.days.every((days) => offered.some(({ date }) => days.includes(date)))) breaches.push('day')
  if (!figures.times.every((times) => onDays.some(({ startMinute }) => times.includes(startMinute))))
    breaches.push('time')
  if (!figures.zones.every((zone) => offered.some(({ zoneName }) => zoneName === zone))) breaches.push('zone')
  return breaches
}

/** A sentence that introduces times must match the times below it. */
function checkHeadings(reply: GuardedReply, sayable: Sayable): string[] {
  const said = new Set(sentencesOf(reply.answer).map(bare))
  const headings = sayable.timesSentences.filter(({ sentence }) =>
    sentencesOf(sentence).every((one) => said.has(bare(one))),
  )
  const breaches: string[] = []
  for (const { minutes, placeId } of headings)
    if (!reply.slots.some((slot) => slot.minutes === minutes && slot.placeId === placeId))
      breaches.push('slot: heading')
  if (headings.length > 0)
    for (const slot of reply.slots)
      if (!headings.some(({ minutes, placeId }) => slot.minutes === minutes && slot.placeId === placeId))
        breaches.push('slot: heading')
  if (said.has(bare(sayable.noOpenings)) && sayable.openDates.size > 0) breaches.push('day')
  return breaches
}

function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?…])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
}

const bare = (sentence: string) =>
  sentence
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/[.!?\s]+$/, '')
    .toLowerCase()
