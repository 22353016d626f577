import { z } from 'zod'

/**
 * A draft of a proposal as the assistant stored it. Times and price are computed again when the draft is
 * opened.
 */
export const storedDraftSchema = z.object({
  lessonTitle: z.string(),
  durationMinutes: z.int(),
  lessons: z.int(),
  locationId: z.uuid().nullable(),
  /** ISO instants, UTC. */
  starts: z.array(z.iso.datetime()),
})

export type StoredDraft = z.infer<typeof storedDraftSchema>

/** A draft with its current price and which of its times are still open. */
export const proposalDraftSchema = storedDraftSchema.extend({
  messageId: z.uuid(),
  studentId: z.uuid(),
  /** Price of all lessons together, at the coach's rate. */
  priceCents: z.int(),
  zone: z.string(),
})

export type AssistantProposalDraft = z.infer<typeof proposalDraftSchema>

export const conversationInput = z.object({ conversationId: z.uuid() })

export const assistantSettingsSchema = z.object({
  isEnabled: z.boolean(),
  /** In the last seven days. */
  answered: z.int(),
  handedOver: z.int(),
  /** Drafts that the guard rejected. */
  heldBack: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** The adapter that answers: rules or a language model. */
  adapter: z.enum(['rules', 'openai', 'anthropic']),
})

export type AssistantSettings = z.infer<typeof assistantSettingsSchema>

/** The times offered in a message that can be booked now. */
export const liveOffersSchema = z.object({
  /** ISO instants, UTC. */
  open: z.array(z.iso.datetime()),
})
