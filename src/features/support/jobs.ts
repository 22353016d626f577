import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Some minutes after an admin changed the status of tickets: tells each person who asked, where that status still holds. */
export const sendTicketStatusJob = defineJob({
  name: 'tell-of-ticket-status',
  /** When the status changed, in milliseconds since 1970, UTC. */
  payload: z.object({ ticketId: z.uuid(), changedAt: z.int() }),
  retries: 5,
})
