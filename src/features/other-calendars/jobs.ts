import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every ten minutes: queues a job for each calendar that is due. */
export const readCalendarsJob = defineJob({
  name: 'read-calendars',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

/** Reads one calendar. Failures are retried at its next scheduled time, not by the queue. */
export const readCalendarJob = defineJob({
  name: 'read-calendar',
  payload: z.object({ calendarId: z.uuid() }),
  retries: 0,
  atOnce: 4,
})

/** Synchronizes a coach's lessons to Google Calendar after a lesson changed, and when a lesson was missed. */
export const writeLessonsJob = defineJob({
  name: 'write-lessons-to-google',
  payload: z.object({ coachId: z.uuid() }),
  retries: 8,
  longestWaitSeconds: 3_600,
  atOnce: 2,
})
