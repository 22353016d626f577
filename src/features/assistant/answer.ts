import { bookableRange, isSlotOpen, listSlots } from '#features/availability/availability.ts'
import type { Schedule } from '#features/availability/schedule-types.ts'
import { DAY_MINUTES } from '#platform/duration.ts'
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

/** The message to post in the conversation, and the notice to the coach. */
export interface ComposedAnswer {
  text: string
  slots: OfferedSlot[]
  /** Why the coach should look at the conversation; null when no hand-over is needed. */
  handOver: HandOver | null
  draft: StoredDraft | null
  /** The rules that a rejected draft broke. */
  breaches: string[]
  usage: AssistantUsage
  /** The accepted draft. It is checked again when it is stored. */
  reply: AssistantReply | null
}

export interface AssistantConversation {
  coach: KnownCoach
  /** Oldest first; the last one is by the student. */
  utterances: readonly Utterance[]
  /** Milliseconds since 1970, UTC. */
  now: number
}

/**
 * Hands personal matters to the coach, otherwise requests a draft from the assistant and keeps only what the
 * server can guarantee. Every draft passes the guard before a student sees it, regardless of the adapter.
 * @throws AssistantUnavailable when a retry may help
 */
export async function composeAnswer(
  assistant: AssistantPort,
  conversation: AssistantConversation,
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

/** Decides what part of a draft may be sent now. Runs again in the transaction that stores the answer. */
export function checkReply(conversation: AssistantConversation, reply: AssistantReply): ComposedAnswer {
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

/**
 * Finds drafts that only introduce the assistant although the message contains a question. This applies to
 * every adapter.
 */
function findSwallowed({ coach, utterances }: AssistantConversation, reply: AssistantReply): string[] {
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

function unsure(conversation: AssistantConversation, breaches: string[]): ComposedAnswer {
  const { unsure: sentence } = sentencesFor(conversation.coach.facts)
  return { ...nothing, text: greet(sentence, conversation), handOver: 'unchecked', breaches }
}

/** Prepends the introduction of the assistant to its first message in a conversation. */
function greet(text: string, { coach, utterances }: AssistantConversation): string {
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

/**
 * Collects the facts the guard accepts at this moment.
 * @param now milliseconds since 1970, UTC
 */
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
        startMinute: ((minute % DAY_MINUTES) + DAY_MINUTES) % DAY_MINUTES,
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
