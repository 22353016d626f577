import type { PersonalMatter } from './triage.ts'

/** States, hand-over reasons and limits of the AI Caddie. Pure; also used in the browser. */

export const questionStates = [
  'waiting',
  'answered',
  'handed_over',
  'superseded',
  'silent',
  'failed',
] as const

/**
 * The state of a question: `waiting` for its answer; `answered`; `handed_over` to the coach, with or without
 * an answer; `superseded` by a newer message; `silent` because the assistant is off; `failed`, and therefore
 * handed to the coach.
 */
export type QuestionState = (typeof questionStates)[number]

/** Why a question was handed to the coach. */
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

/** The hand-over reason in one line, for the coach's list. */
export const handOverText = (reason: HandOver): string => handOverTexts[reason]

/** After these reasons the assistant stays out of the conversation until the coach switches it on again. */
export const leavesAfter = (reason: HandOver): boolean =>
  reason === 'person' ||
  reason === 'asked' ||
  reason === 'injury' ||
  reason === 'refund' ||
  reason === 'complaint' ||
  reason === 'abuse'

/** The number of attempts before a question is handed to the coach unanswered. */
export const MOST_ATTEMPTS = 3

/** A question that has waited longer than this (milliseconds) was lost with the process that worked on it. */
export const LOST_AFTER = 3 * 60_000

/** Delay before an answer in milliseconds, so that several messages in a row get one answer. */
export const PAUSE_BEFORE_ANSWER = 1_200

/** Recent use of the assistant, for its limits. */
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

/** Returns true when one more answer would exceed a limit of the conversation or of the coach. */
export function isOverLimit(usage: Usage): boolean {
  return (
    usage.inConversationThisHour >= limits.inConversationThisHour ||
    usage.inConversationToday >= limits.inConversationToday ||
    usage.ofCoachToday >= limits.ofCoachToday ||
    usage.tokensOfCoachToday >= limits.tokensOfCoachToday
  )
}
