import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Some minutes after a dispute was decided: tells both sides, unless the decision changed since. */
export const sendDecisionJob = defineJob({
  name: 'tell-of-decision',
  payload: z.object({ disputeId: z.uuid(), changeId: z.uuid() }),
  retries: 5,
})
