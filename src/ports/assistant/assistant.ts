import { AppError } from '#platform/errors.ts'
import type { Cents } from '#platform/money.ts'

/** A teaching place as a student may be told about it. Without one of their own coaches have a general location: `id` null. */
export interface FactPlace {
  id: string | null
  name: string
  address: string | null
  city: string | null
  state: string | null
  /** IANA name; times of lessons there are told in it. */
  zone: string
}

/** All that an assistant knows about a coach. What is not here it does not know. */
export interface CoachFacts {
  coachId: string
  /** `Coach Maya`: how the coach is spoken of. */
  label: string
  bio: string
  specialties: readonly string[]
  credentials: readonly string[]
  /** Those of them that somebody at Greenside has seen. */
  checkedCredentials: readonly string[]
  yearsCoaching: number | null
  launchMonitor: string | null
  /** What is offered, shortest first. The prices are those the server would charge now. */
  lessons: readonly { minutes: number; priceCents: Cents }[]
  /** The primary one first; never empty. */
  places: readonly FactPlace[]
  /** What comes back when a lesson is cancelled, in one sentence. */
  cancellation: string
  noticeHours: number
  windowDays: number
  /** One decimal; 0 without reviews. */
  rating: number
  reviewCount: number
  /** Whether this student may book without asking the coach first. */
  instantBook: boolean
  /** `yyyy-MM-dd` at the primary place. */
  today: string
}

/** A time that was open when it was read, with the words people are told it in. */
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
  /** `yyyy-MM-dd` at the place, both included. */
  from: string
  to: string
  minutes: number
  placeId: string | null
}

/** Reads what is open now. Dates outside the booking window and lengths that are not offered have nothing. */
export type FindSlots = (request: SlotRequest) => Promise<LiveSlot[]>

/** Stands for a message without words. */
export const PICTURE_SENT = '(sent a picture or video)'

/** What was said, oldest first; the last one is the student's question. */
export interface Utterance {
  by: 'student' | 'coach' | 'assistant'
  text: string
}

export interface AssistantQuestion {
  facts: CoachFacts
  conversation: readonly Utterance[]
  findSlots: FindSlots
}

/** A time the assistant wants to offer. The feature checks it once more before anybody sees it. */
export interface OfferedSlot {
  start: string
  minutes: number
  placeId: string | null
}

/** What the coach could propose to this student. The price is the server's business. */
export interface ProposalDraft {
  lessonTitle: string
  minutes: number
  lessons: number
}

export interface AssistantReply {
  answer: string
  slots: OfferedSlot[]
  /** The coach should look at this conversation. */
  needsHuman: boolean
  proposalDraft: ProposalDraft | null
  usage: AssistantUsage
}

/** What an answer cost; nothing where no model was asked. */
export interface AssistantUsage {
  model: string | null
  inputTokens: number
  outputTokens: number
}

/** Something that drafts answers to students' questions. It reads facts and open times and can change nothing. */
export interface AssistantPort {
  readonly name: 'rules' | 'openai' | 'anthropic'
  /**
   * Drafts one answer.
   * @throws AssistantUnusable when what came back is no answer; AssistantUnavailable when another try may help
   */
  answer(question: AssistantQuestion): Promise<AssistantReply>
}

export const noUsage: AssistantUsage = { model: null, inputTokens: 0, outputTokens: 0 }

/** The provider answered with something that is no answer: a refusal, or not of the form that was asked for. */
export class AssistantUnusable extends AppError {
  readonly usage: AssistantUsage

  constructor(cause: unknown, usage: AssistantUsage) {
    super('unavailable', 'assistant_unusable', 'The assistant had no usable answer.', { cause })
    this.name = 'AssistantUnusable'
    this.usage = usage
  }
}

/** The provider could not be reached, is busy, or rejects our credentials. */
export class AssistantUnavailable extends AppError {
  constructor(cause?: unknown) {
    super('unavailable', 'assistant_unavailable', 'The assistant is unavailable right now.', { cause })
    this.name = 'AssistantUnavailable'
  }
}
