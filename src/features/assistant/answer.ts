import { bookableRange, isSlotOpen, listSlots } from '#features/availability/availability.ts'
import type { Schedule } from '#features/availability/coach-schedule.ts'
import { dateIn, offsetMinutes, toIso, zoneName } from '#platform/time.ts'
import {
  type AssistantPort,
  type AssistantReply,
  AssistantUnusable,
  type AssistantUsage,
  noUsage,
  type OfferedSlot,
  type Utterance,
} from '#ports/assistant/assistant.ts'
import { isPoliteOnly } from '#ports/assistant/intent.ts'
import { newestWords } from '#ports/assistant/questions.ts'
import { everySentence, sentencesFor, timesSentences } from '#ports/assistant/sentences.ts'
import type { HandOver } from './assistant.ts'
import { findBreaches, isProposable, type Sayable } from './guard/guard.ts'
import { type KnownCoach, slotsOf } from './known-coach.ts'
import type { StoredDraft } from './schema.ts'
import { triage } from './triage.ts'

/** What goes into the conversation, and what the coach is told about it. */
export interface ComposedAnswer {
  text: string
  slots: OfferedSlot[]
  /** Why the coach should look at the conversation; null when nothing is open. */
  handOver: HandOver | null
  draft: StoredDraft | null
  /** What was wrong with a draft that was not used. */
  breaches: string[]
  usage: AssistantUsage
  /** The draft that was let through, to be checked once more when it is stored. */
  reply: AssistantReply | null
}

export interface Conversation {
  coach: KnownCoach
  /** Oldest first; the last one is the student's. */
  utterances: readonly Utterance[]
  /** Milliseconds since 1970, UTC. */
  now: number
}

/**
 * Sorts out what is a person's business, asks the assistant for a draft, and lets through only what the server would stand
 * by. Whatever adapter drafts, nothing reaches a student that the guard did not check.
 * @throws AssistantUnavailable when another try may help
 */
export async function composeAnswer(
  assistant: AssistantPort,
  conversation: Conversation,
): Promise<ComposedAnswer> {
  const { coach, utterances, now } = conversation
  const say = sentencesFor(coach.facts)
  const matter = triage(newestWords(utterances))
  if (matter) return { ...nothing, text: greet(say[matter], conversation), handOver: matter }
  let reply: AssistantReply
  try {
    reply = await assistant.answer({
      facts: coach.facts,
      conversation: utterances,
      findSlots: slotsOf(coach.schedules, now),
    })
  } catch (error) {
    if (!(error instanceof AssistantUnusable)) throw error
    return { ...unsure(conversation, ['form: unusable']), usage: error.usage }
  }
  return checkReply(conversation, reply)
}

/** What of a draft may go out now; asked once more in the transaction that stores it. */
export function checkReply(conversation: Conversation, reply: AssistantReply): ComposedAnswer {
  const { coach, now } = conversation
  const sayable = sayableOf(coach, now)
  const breaches = [...findBreaches(reply, sayable), ...findSwallowed(conversation, reply)]
  if (breaches.length > 0) return { ...unsure(conversation, breaches), usage: reply.usage }
  const say = sentencesFor(coach.facts)
  const handsOver = handOverSentences(say).some((sentence) => reply.answer.includes(sentence))
  const draft = isProposable(reply.proposalDraft, sayable) ? draftOf(reply) : null
  const leavesOut = [say.unknown, say.restUnknown].some((sentence) => reply.answer.includes(sentence))
  return {
    text: greet(reply.answer.trim(), conversation),
    slots: reply.slots.map((slot) => ({ ...slot, start: toIso(Date.parse(slot.start)) })),
    handOver: reply.needsHuman || handsOver ? (draft && !leavesOut ? 'proposal' : 'unsure') : null,
    draft,
    breaches: [],
    usage: reply.usage,
    reply,
  }
}

/** A draft that only introduces itself, whatever adapter wrote it, is no answer to a message that asks something. */
function findSwallowed({ coach, utterances }: Conversation, reply: AssistantReply): string[] {
  const { identity, human, welcome, nicely } = sentencesFor(coach.facts)
  const onlyPolite = [identity, human, welcome, nicely].reduce(
    (rest, sentence) => rest.replace(sentence, ''),
    reply.answer,
  )
  if (/\p{L}/u.test(onlyPolite) || reply.needsHuman || reply.slots.length > 0) return []
  const asked = newestWords(utterances)
  if (isPoliteOnly(asked, coach.facts.label) || reply.answer.includes(identity)) return []
  return ['answer: swallows the question']
}

const nothing = { slots: [], draft: null, breaches: [], usage: noUsage, reply: null }

function unsure(conversation: Conversation, breaches: string[]): ComposedAnswer {
  const { unsure: sentence } = sentencesFor(conversation.coach.facts)
  return { ...nothing, text: greet(sentence, conversation), handOver: 'unchecked', breaches }
}

/** Says what it is before its first words in a conversation. */
function greet(text: string, { coach, utterances }: Conversation): string {
  const { identity } = sentencesFor(coach.facts)
  const isKnown = utterances.some(({ by }) => by === 'assistant') || text.includes(identity)
  return isKnown ? text : `${identity} ${text}`
}

const handOverSentences = (say: ReturnType<typeof sentencesFor>) => [
  say.unknown,
  say.restUnknown,
  say.unsure,
  say.language,
  say.person,
  say.complaint,
  say.refund,
  say.injury,
  say.abuse,
  say.noOpenings,
  say.severalLessons,
  say.noSwingAdvice,
  say.homeVisits,
  say.pictures,
]

function draftOf({ proposalDraft, slots }: AssistantReply): StoredDraft | null {
  if (!proposalDraft) return null
  const { lessonTitle, minutes, lessons } = proposalDraft
  const fitting = slots.filter((slot) => slot.minutes === minutes)
  return {
    lessonTitle: lessonTitle.trim(),
    durationMinutes: minutes,
    lessons,
    locationId: fitting[0]?.placeId ?? null,
    starts: fitting.map(({ start }) => toIso(Date.parse(start))),
  }
}

/** What the server would accept at this moment, for the guard. @param now milliseconds since 1970, UTC */
export function sayableOf({ facts, schedules }: KnownCoach, now: number): Sayable {
  const placed = (placeId: string | null) => schedules.find(({ location }) => location.id === placeId)
  return {
    sentences: everySentence(facts),
    timesSentences: timesSentences(facts),
    noOpenings: sentencesFor(facts).noOpenings,
    lessons: facts.lessons,
    names: [facts.label, ...facts.places.flatMap(({ name, city, state }) => [name, city ?? '', state ?? ''])],
    today: facts.today,
    openDates: new Set(schedules.flatMap((schedule) => openDatesOf(schedule, now))),
    findOpen({ start, minutes, placeId }) {
      const schedule = placed(placeId)
      const at = Date.parse(start)
      if (!schedule?.durations.includes(minutes) || Number.isNaN(at)) return null
      if (!isSlotOpen(schedule.rules, at, minutes, now)) return null
      const { zone } = schedule.location
      const minute = Math.floor(at / 60_000) + offsetMinutes(at, zone)
      return {
        start,
        minutes,
        placeId,
        date: dateIn(at, zone),
        startMinute: ((minute % 1_440) + 1_440) % 1_440,
        zoneName: zoneName(at, zone),
      }
    },
  }
}

function openDatesOf({ rules, durations }: Schedule, now: number): string[] {
  const [shortest] = durations
  const { first, last } = bookableRange(rules, now)
  if (!shortest || first > last) return []
  return listSlots(rules, { from: first, to: last, durationMinutes: shortest, now })
    .filter(({ slots }) => slots.length > 0)
    .map(({ date }) => date)
}
