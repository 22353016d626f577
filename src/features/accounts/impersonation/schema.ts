import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'

/** The reason for an impersonation, which is shown to the person. */
export const reasonSchema = z.object({
  reason: writtenLine()
    .trim()
    .min(10, 'Please give a reason of at least 10 characters')
    .max(500, 'Please keep it under 500 characters'),
})

export const startImpersonationSchema = reasonSchema.extend({ userId: z.uuid() })

export const findPeopleSchema = z.object({
  query: z.string().trim().max(100).default(''),
  page: z.coerce.number().int().min(1).max(5_000).default(1),
})

export const PEOPLE_A_PAGE = 25

const personSchema = z.object({
  userId: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  isDemo: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Person = z.infer<typeof personSchema>

export const peoplePageSchema = z.object({ total: z.int(), people: z.array(personSchema) })

/** One impersonation of an account by staff. */
const visitSchema = z.object({
  id: z.uuid(),
  reason: z.string(),
  startedAt: z.iso.datetime(),
  /** Null while it is active. */
  endedAt: z.iso.datetime().nullable(),
  /** Changes were allowed. */
  couldAct: z.boolean(),
})
export const visitsSchema = z.array(visitSchema)
export type AdminVisit = z.infer<typeof visitSchema>
