import { z } from 'zod'
import { listSlots } from '#features/availability/availability.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { toIso } from '#platform/time.ts'
import { localCalendarPath } from '#ports/calendar/local.ts'
import { demoCalendarHost } from '#ports/calendar-files/local.ts'
import { coach, open, type Services } from '#ports/services.ts'
import { addAddress, disconnect, readAgain } from './commands.ts'
import { chooseCalendars, finishConnecting, startConnecting } from './google/connecting.ts'
import { findGoogle } from './google/queries.ts'
import { listCalendars, listEntriesWithin } from './queries.ts'
import {
  addCalendarSchema,
  busyTimeSchema,
  busyTimesRequestSchema,
  chooseGoogleSchema,
  dayAvailabilitySchema,
  finishGoogleSchema,
  otherCalendarsSchema,
} from './schema.ts'

const tags = ['Availability']
const byId = z.object({ id: z.uuid() })

export const otherCalendarsApi = {
  list: coach
    .route({
      method: 'GET',
      path: '/coach/other-calendars',
      tags,
      summary: 'The calendars you keep elsewhere, and how reading them goes',
    })
    .output(otherCalendarsSchema)
    .handler(({ context: { services, actor } }) => present(services, actor.userId)),

  addAddress: coach
    // The URL is a secret that grants access to the calendar, so admins and their audit log must not see it.
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/coach/other-calendars',
      tags,
      summary: 'Keep the times of a calendar free, by its private address',
      successStatus: 201,
    })
    .input(addCalendarSchema)
    .output(otherCalendarsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await addAddress(services, actor.userId, input)
      return await present(services, actor.userId)
    }),

  readNow: coach
    .route({
      method: 'POST',
      path: '/coach/other-calendars/{id}/readings',
      tags,
      summary: 'Read one of your calendars now',
    })
    .input(byId)
    .output(otherCalendarsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await readAgain(services, actor.userId, input.id)
      return await present(services, actor.userId)
    }),

  connectGoogle: coach
    // The account's content is visible only to the coach, so an admin must not connect an account on the
    // coach's behalf.
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/coach/google-calendar/consents',
      tags,
      summary: 'Begin to connect your Google Calendar: where to allow it',
      successStatus: 201,
    })
    .output(z.object({ url: z.string() }))
    .handler(async ({ context: { services, actor } }) => ({
      url: await startConnecting(services, actor.userId),
    })),

  finishGoogle: coach
    .meta({ forPersonAlone: true })
    .route({
      method: 'POST',
      path: '/coach/google-calendar',
      tags,
      summary: 'Connect your Google Calendar with what Google’s page led back with',
      successStatus: 201,
    })
    .input(finishGoogleSchema)
    .output(otherCalendarsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await finishConnecting(services, actor.userId, input)
      return await present(services, actor.userId)
    }),

  chooseGoogle: coach
    .meta({ forPersonAlone: true })
    .route({
      method: 'PUT',
      path: '/coach/google-calendar/choice',
      tags,
      summary:
        'Choose which calendars of your Google account keep you busy, and which one lessons are written to',
    })
    .input(chooseGoogleSchema)
    .output(otherCalendarsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await chooseCalendars(services, actor.userId, input)
      return await present(services, actor.userId)
    }),

  disconnect: coach
    .route({
      method: 'DELETE',
      path: '/coach/other-calendars/{id}',
      tags,
      summary: 'Disconnect one of your calendars; its times are open again',
    })
    .input(byId)
    .output(otherCalendarsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await disconnect(services, actor.userId, input.id)
      return await present(services, actor.userId)
    }),

  busyTimes: coach
    .route({
      method: 'GET',
      path: '/coach/busy-times',
      tags,
      summary: 'What your other calendars keep busy, with the words that stand there: for you alone',
    })
    .input(busyTimesRequestSchema)
    .output(z.object({ busyTimes: z.array(busyTimeSchema) }))
    .handler(async ({ input, context: { services, actor } }) => {
      const range = { start: Date.parse(input.from), end: Date.parse(input.to) }
      const found = await listEntriesWithin(services.db, actor.userId, range)
      return {
        busyTimes: found.map(({ start, end, title, calendar }) => ({
          title,
          calendar,
          start: toIso(start),
          end: toIso(end),
        })),
      }
    }),

  googleCalendarAvailability: open
    .route({
      method: 'POST',
      path: '/functions/google-calendar-availability',
      tags,
      summary: 'A coach’s open times of one day at her primary place, her busy calendars counted',
    })
    .input(dayAvailabilitySchema)
    .output(z.object({ slots: z.array(z.object({ start: z.iso.datetime(), end: z.iso.datetime() })) }))
    .handler(async ({ input, context: { services, log } }) => {
      try {
        return { slots: await slotsOfDay(services, input) }
      } catch (error) {
        // An error would not help these clients, so return no times.
        log.error(
          { err: error, instructorId: input.instructorId },
          'the open times of a day could not be read',
        )
        return { slots: [] }
      }
    }),
}

async function present({ db, clock, env, calendar, localCalendar }: Services, coachId: string) {
  const demo = ['family', 'club'].map((name) => `webcal://${demoCalendarHost}/${name}.ics`)
  return {
    calendars: await listCalendars(db, coachId, clock.now()),
    google: {
      isOffered: calendar !== null,
      standInUrl: localCalendar && localCalendarPath,
      connection: await findGoogle(db, coachId),
    },
    demoAddresses: env.isDemo ? demo : [],
  }
}

async function slotsOfDay(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { instructorId, date, duration }: z.output<typeof dayAvailabilitySchema>,
) {
  const now = clock.now()
  const schedule = await findSchedule(db, instructorId, { now, from: date, to: date })
  // A hidden coach has no public times, and a coach whose calendar cannot be read may be busy.
  if (!schedule?.isListed || schedule.isPaused || !schedule.durations.includes(duration)) return []
  const [day] = listSlots(schedule.rules, { from: date, to: date, durationMinutes: duration, now })
  return (day?.slots ?? []).map(({ start, end }) => ({ start: toIso(start), end: toIso(end) }))
}
