import { z } from 'zod'
import { writtenLine } from '#platform/written-text.ts'

/** Why an admin looks with somebody's eyes: the person reads it. */
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

/** One visit of our staff to somebody's account. */
const visitSchema = z.object({
  id: z.uuid(),
  reason: z.string(),
  startedAt: z.iso.datetime(),
  /** Null while it goes on. */
  endedAt: z.iso.datetime().nullable(),
  /** They could change things, not only look. */
  couldAct: z.boolean(),
})
export const visitsSchema = z.array(visitSchema)
export type Visit = z.infer<typeof visitSchema>
