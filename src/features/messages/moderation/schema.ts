import { z } from 'zod'
import { writtenText } from '#platform/written-text.ts'
import { reportOutcomes, reportReasons } from '../message.ts'

export const reportIdSchema = z.object({ reportId: z.uuid() })

export const settleReportSchema = reportIdSchema.extend({
  outcome: z.enum(reportOutcomes, { message: 'Please choose what to do' }),
  /**
   * The text for the reported person, or for both participants if the conversation is paused; a default is
   * used if empty.
   */
  explanation: writtenText().trim().max(1000, 'This must be less than 1000 characters').default(''),
  adminNotes: writtenText().trim().max(4000, 'Notes must be less than 4000 characters').default(''),
})
export type SettleReport = z.output<typeof settleReportSchema>

export const suspensionSchema = z.object({
  conversationId: z.uuid(),
  suspended: z.boolean(),
  reason: writtenText()
    .trim()
    .min(3, 'Please say why')
    .max(500, 'The reason must be less than 500 characters'),
})

/** A report with the messages around the reported one. */
export const reportedSchema = z.object({
  id: z.uuid(),
  conversationId: z.uuid(),
  status: z.enum(['open', 'resolved']),
  outcome: z.enum(reportOutcomes).nullable(),
  reason: z.enum(reportReasons),
  details: z.string().nullable(),
  adminNotes: z.string().nullable(),
  reporter: z.object({ id: z.uuid().nullable(), name: z.string() }),
  reported: z.object({ id: z.uuid().nullable(), name: z.string(), reports: z.int() }),
  isSuspended: z.boolean(),
  createdAt: z.iso.datetime(),
  messages: z.array(
    z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      name: z.string(),
      isAssistant: z.boolean(),
      content: z.string(),
      files: z.int(),
      isReported: z.boolean(),
    }),
  ),
})
export type Reported = z.infer<typeof reportedSchema>
