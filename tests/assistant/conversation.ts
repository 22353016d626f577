import type { AssistantReply, Utterance } from '#ports/assistant/assistant.ts'
import type { CoachName } from './coaches.ts'

/** Saturday, 21 November 2026, 10:00 in Charlotte. */
export const gradedNow = '2026-11-21T15:00:00Z'

/** A conversation, and what a good answer to its last message does. The same for whichever adapter drafts it. */
export interface GradedConversation {
  kind: string
  /** The student's words, or what was said in turn. */
  said: string | Utterance[]
  coach?: CoachName
  /** ISO instant; {@link gradedNow} when left out. */
  now?: string
  expect: {
    /** All of these are in the answer. */
    says?: RegExp[]
    /** None of these is. */
    never?: RegExp[]
    /** Whether the coach is called; left out where both will do. */
    handsOver?: boolean
    /** ISO instants: all times that may be offered, and at least one of them is. Left out: none may be. */
    offers?: { among?: string[]; exactly?: string[]; dates?: string[]; minutes?: number; any?: true }
    drafts?: { lessons: number; minutes: number }
  }
  /** Orders to the assistant are hidden in it. */
  isInjection?: boolean
  /** What a model that falls for it, or makes things up, would say. */
  obeyed?: Partial<Omit<AssistantReply, 'usage'>>
}
