import { z } from 'zod'
import { defineJob } from '#platform/jobs.ts'

/** Every ten minutes: sends a job for each calendar whose turn it is. */
export const readCalendarsJob = defineJob({
  name: 'read-calendars',
  payload: z.object({}),
  retries: 0,
  cron: '*/10 * * * *',
})

/** Reads one calendar. What fails is tried again at its next turn, not by the queue. */
export const readCalendarJob = defineJob({
  name: 'read-calendar',
  payload: z.object({ calendarId: z.uuid() }),
  retries: 0,
  atOnce: 4,
})

/** Brings a coach's Google Calendar in step with her lessons: after a lesson changed, and whenever one was left out. */
export const writeLessonsJob = defineJob({
  name: 'write-lessons-to-google',
  payload: z.object({ coachId: z.uuid() }),
  retries: 8,
  longestWaitSeconds: 3_600,
  atOnce: 2,
})
