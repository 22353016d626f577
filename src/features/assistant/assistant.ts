import type { PersonalMatter } from './triage.ts'

/** What the AI Caddie is, what becomes of a question, and how much it may do. Pure; the browser reads it too. */

export const questionStates = [
  'waiting',
  'answered',
  'handed_over',
  'superseded',
  'silent',
  'failed',
] as const

/**
 * Where a question is: `waiting` for its answer; `answered`; `handed_over` to the coach with or without words;
 * `superseded` by something newer; `silent` since the assistant is off; `failed` and therefore with the coach.
 */
export type QuestionState = (typeof questionStates)[number]

/** Why a question went to the coach. */
export type HandOver = PersonalMatter | 'proposal' | 'unsure' | 'unchecked' | 'limit' | 'failure' | 'asked'

const handOverTexts: Record<HandOver, string> = {
  person: 'Asked for a person',
  asked: 'Asked for a person',
  injury: 'Wrote about an injury or health',
  refund: 'Wants money back',
  complaint: 'Has a complaint',
  abuse: 'Wrote something offensive',
  proposal: 'Would like a proposal from you',
  unsure: 'AI Caddie did not know the answer',
  unchecked: 'AI Caddie could not check its answer and did not send it',
  limit: 'AI Caddie answered often enough for now',
  failure: 'AI Caddie is out of order',
}

/** Why the coach is needed, in a line of the coach's list. */
export const handOverText = (reason: HandOver): string => handOverTexts[reason]

/** After these the assistant leaves the conversation to the two people until the coach switches it on again. */
export const leavesAfter = (reason: HandOver): boolean =>
  reason === 'person' ||
  reason === 'asked' ||
  reason === 'injury' ||
  reason === 'refund' ||
  reason === 'complaint' ||
  reason === 'abuse'

/** Tries before a question goes to the coach unanswered. */
export const MOST_ATTEMPTS = 3

/** A question that waits longer than this was lost with whoever was at it. Milliseconds. */
export const LOST_AFTER = 3 * 60_000

/** Milliseconds before an answer, so that several messages in a row are answered once. */
export const PAUSE_BEFORE_ANSWER = 1_200

/** How much was asked of the assistant lately. */
export interface Usage {
  inConversationThisHour: number
  inConversationToday: number
  ofCoachToday: number
  tokensOfCoachToday: number
}

const limits: Usage = {
  inConversationThisHour: 20,
  inConversationToday: 60,
  ofCoachToday: 400,
  tokensOfCoachToday: 1_000_000,
}

/** True when one more answer would be too many, of a student's, a coach's or the bill's account. */
export function isOverLimit(usage: Usage): boolean {
  return (
    usage.inConversationThisHour >= limits.inConversationThisHour ||
    usage.inConversationToday >= limits.inConversationToday ||
    usage.ofCoachToday >= limits.ofCoachToday ||
    usage.tokensOfCoachToday >= limits.tokensOfCoachToday
  )
}
