import { z } from 'zod'

const splitSchema = z.object({ total: z.int(), instructors: z.int(), students: z.int() })

const newcomerSchema = z.object({
  userId: z.uuid(),
  fullName: z.string(),
  email: z.string(),
  role: z.enum(['student', 'coach', 'admin', 'prospect']),
  createdAt: z.iso.datetime(),
})

/** What the admins' home begins with. A day is New York's. */
export const overviewSchema = z.object({
  users: splitSchema,
  newToday: splitSchema,
  revenueCents: z.int(),
  activeConversations: z.int(),
  pendingProposals: z.int(),
  newest: z.array(newcomerSchema),
})
export type AdminOverview = z.infer<typeof overviewSchema>
