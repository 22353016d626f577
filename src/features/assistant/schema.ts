import { z } from 'zod'

/** What the coach could propose, as the assistant noted it; times and price are asked for anew when it is opened. */
export const storedDraftSchema = z.object({
  lessonTitle: z.string(),
  durationMinutes: z.int(),
  lessons: z.int(),
  locationId: z.uuid().nullable(),
  /** ISO instants, UTC. */
  starts: z.array(z.iso.datetime()),
})

export type StoredDraft = z.infer<typeof storedDraftSchema>

/** A draft with what it would cost now and which of its times are still open. */
export const proposalDraftSchema = storedDraftSchema.extend({
  messageId: z.uuid(),
  studentId: z.uuid(),
  /** All lessons together, at the coach's rate. */
  priceCents: z.int(),
  zone: z.string(),
})

export type AssistantProposalDraft = z.infer<typeof proposalDraftSchema>

export const conversationInput = z.object({ conversationId: z.uuid() })

export const assistantSettingsSchema = z.object({
  isEnabled: z.boolean(),
  /** Of the last seven days. */
  answered: z.int(),
  handedOver: z.int(),
  /** Drafts that the guard did not let out. */
  heldBack: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  /** Whether a language model answers, or rules. */
  adapter: z.enum(['rules', 'openai', 'anthropic']),
})

export type AssistantSettings = z.infer<typeof assistantSettingsSchema>

/** Which of the times that a message offers can be booked now. */
export const liveOffersSchema = z.object({
  /** ISO instants, UTC. */
  open: z.array(z.iso.datetime()),
})
