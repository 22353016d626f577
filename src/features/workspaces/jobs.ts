import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Tells one of the two together what the other did in their workspace, unless it was seen meanwhile. */
export const tellWorkspaceNews = defineJob({
  name: 'tell-workspace-news',
  payload: z.object({ workspaceId: z.uuid(), reader: z.enum(['coach', 'student']) }),
  retries: 8,
  atOnce: 5,
})

/** Every day: removes pictures of drills that were chosen and never saved. */
export const cleanDrillPicturesJob = defineJob({
  name: 'clean-drill-pictures',
  payload: z.object({}),
  retries: 0,
  cron: '53 7 * * *',
})
