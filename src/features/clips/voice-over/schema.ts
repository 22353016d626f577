import { z } from 'zod'
import { writtenText } from '#platform/written-text.ts'
import { clipLimits } from '../clip.ts'
import { voiceOverLimits } from './timeline.ts'

const ms = z
  .int()
  .min(0)
  .max(voiceOverLimits.seconds * 1_000 + 5_000)
const us = z
  .int()
  .min(0)
  .max(clipLimits.video.seconds * 1_000_000 + 1_000_000)

const isAscending = (all: readonly (readonly [number, ...unknown[]])[]) =>
  all.every(([at], nth) => nth === 0 || at >= (all[nth - 1]?.[0] ?? 0))

export const voiceOverTimelineSchema = z.object({
  moves: z
    .array(z.tuple([ms, us, z.union([0, 0.125, 0.25, 0.5, 1].map((rate) => z.literal(rate)))]))
    .min(1)
    .max(voiceOverLimits.moves)
    .refine(isAscending, 'Moves must be in order'),
  shown: z
    .array(z.tuple([ms, z.uuid(), z.boolean()]))
    .max(voiceOverLimits.shown)
    .refine(isAscending, 'Changes must be in order'),
})

export const voiceOverSummary = writtenText()
  .trim()
  .max(voiceOverLimits.summary, 'Please keep it under 1,000 characters')

export const startVoiceOverSchema = z.object({ clipId: z.uuid(), bytes: z.int().min(1).max(2_000_000_000) })
export const finishVoiceOverSchema = z.object({
  uploadId: z.uuid(),
  timeline: voiceOverTimelineSchema,
  summary: voiceOverSummary.default(''),
})
export const voiceOverIdSchema = z.object({ clipId: z.uuid(), voiceOverId: z.uuid() })
export const summarizeVoiceOverSchema = voiceOverIdSchema.extend({ summary: voiceOverSummary })

/** A voice-over as listed with a clip; its timeline is loaded for playback. */
export const voiceOverSchema = z.object({
  id: z.uuid(),
  authorId: z.uuid(),
  url: z.string(),
  durationMs: z.int(),
  summary: z.string(),
  createdAt: z.iso.datetime(),
})
export type VoiceOver = z.infer<typeof voiceOverSchema>
