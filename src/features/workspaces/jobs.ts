import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Notifies one member of the other's collected changes, unless they have been seen in the meantime. */
export const workspaceNewsJob = defineJob({
  name: 'tell-workspace-news',
  payload: z.object({ workspaceId: z.uuid(), reader: z.enum(['coach', 'student']) }),
  retries: 8,
  atOnce: 5,
})

/** Every day: deletes what was removed from workspaces more than a day ago. */
export const deleteRemovedItemsJob = defineJob({
  name: 'delete-removed-items',
  payload: z.object({}),
  retries: 0,
  cron: '57 7 * * *',
})

/** Every day: removes drill pictures that were uploaded but never saved. */
export const cleanDrillPicturesJob = defineJob({
  name: 'clean-drill-pictures',
  payload: z.object({}),
  retries: 0,
  cron: '53 7 * * *',
})
