import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'

/**
 * A teaching place as shown to students. Coaches without their own place have a general location with `id`
 * null.
 */
export interface FactPlace {
  id: string | null
  name: string
  address: string | null
  city: string | null
  state: string | null
  /** IANA name; times of lessons there are shown in it. */
  zone: string
}

/** Everything that an assistant knows about a coach. */
export interface CoachFacts {
  coachId: string
  /** How the coach is referred to: `Coach Maya`. */
  label: string
  bio: string
  specialties: readonly string[]
  credentials: readonly string[]
  /** The credentials that Greenside's staff has verified. */
  checkedCredentials: readonly string[]
  yearsCoaching: number | null
  launchMonitor: string | null
  /** The lessons offered, shortest first, at the current prices. */
  lessons: readonly { minutes: number; priceCents: Cents }[]
  /** The primary place first; never empty. */
  places: readonly FactPlace[]
  /** The refund policy for a canceled lesson, in one sentence. */
  cancellation: string
  noticeHours: number
  windowDays: number
  /** One decimal; 0 without reviews. */
  rating: number
  reviewCount: number
  /** Whether this student may book without the coach's approval. */
  instantBook: boolean
  /** `yyyy-MM-dd` at the primary place. */
  today: string
}

/** A slot that was open when it was read, with its formatted texts. */
export interface LiveSlot {
  /** ISO instant, UTC. */
  start: string
  minutes: number
  placeId: string | null
  /** `yyyy-MM-dd` at the place. */
  date: string
  /** `9:30 AM` */
  time: string
  /** `EST` */
  zoneName: string
}

export interface SlotRequest {
  /** `yyyy-MM-dd` at the place, both inclusive. */
  from: string
  to: string
  minutes: number
  placeId: string | null
}

/**
 * Reads the currently open slots. Empty for dates outside the booking window and for lesson lengths that are
 * not offered.
 */
export type FindSlots = (request: SlotRequest) => Promise<LiveSlot[]>

/** The placeholder for a message without text. */
export const PICTURE_SENT = '(sent a picture or video)'

/** Messages, oldest first; the last one is the student's question. */
export interface Utterance {
  by: 'student' | 'coach' | 'assistant'
  text: string
}

export interface AssistantQuestion {
  facts: CoachFacts
  conversation: readonly Utterance[]
  findSlots: FindSlots
}

/** A slot that the assistant wants to offer. The feature checks it again before it is shown. */
export interface OfferedSlot {
  start: string
  minutes: number
  placeId: string | null
}

/** A draft of a lesson proposal for the coach. The server determines the price. */
export interface AssistantProposal {
  lessonTitle: string
  minutes: number
  lessons: number
}

export interface AssistantReply {
  answer: string
  slots: OfferedSlot[]
  /** The coach should look at this conversation. */
  needsHuman: boolean
  proposalDraft: AssistantProposal | null
  usage: AssistantUsage
}

/** The token usage of an answer; zero when no model was used. */
export interface AssistantUsage {
  model: string | null
  inputTokens: number
  outputTokens: number
}

/** Drafts answers to students' questions. It has read-only access to facts and open slots. */
export interface AssistantPort {
  readonly name: 'rules' | 'openai' | 'anthropic'
  /**
   * Drafts one answer.
   * @throws AssistantUnusable when the response is not a valid answer; AssistantUnavailable when a retry may
   *   help
   */
  answer(question: AssistantQuestion): Promise<AssistantReply>
}

export const noUsage: AssistantUsage = { model: null, inputTokens: 0, outputTokens: 0 }

/** The provider responded without a valid answer: a refusal, or not in the requested format. */
export class AssistantUnusable extends AppError {
  readonly usage: AssistantUsage

  constructor(cause: unknown, usage: AssistantUsage) {
    super('unavailable', 'assistant_unusable', 'The assistant had no usable answer.', { cause })
    this.name = 'AssistantUnusable'
    this.usage = usage
  }
}

/** The provider could not be reached, is overloaded, or rejects our credentials. */
export class AssistantUnavailable extends AppError {
  /** What was used before the provider failed. */
  readonly usage: AssistantUsage

  constructor(cause?: unknown, usage: AssistantUsage = noUsage) {
    super('unavailable', 'assistant_unavailable', 'The assistant is unavailable right now.', { cause })
    this.name = 'AssistantUnavailable'
    this.usage = usage
  }
}
