import { z } from 'zod'
import { readSettings } from '#features/availability/own-hours/queries.ts'
import { checkOwnTime, isAllowed } from '#features/availability/own-times/own-time.ts'
import { explainDay } from '#features/availability/proof-words.ts'
import { findSchedule } from '#features/bookings/coach-schedule.ts'
import { noSuchBooking } from '#features/bookings/policy.ts'
import { bookingRefused } from '#features/checkout/refusal.ts'
import { noSuchClinic } from '#features/clinics/commands.ts'
import { findClinic } from '#features/clinics/queries.ts'
import { listEntriesAround } from '#features/other-calendars/queries.ts'
import { AppError } from '#platform/errors.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import { coach, student } from '#ports/services.ts'
import { acceptLesson, declineLesson } from './answering.ts'
import { enterLesson, enterRefused, isEnterRefusal, withdrawEntered } from './commands.ts'
import { readSchedule } from './queries.ts'
import {
  clinicMessageSchema,
  dayMessageSchema,
  enteredSchema,
  enterLessonSchema,
  lookedSchema,
  lookSchema,
  scheduleRequestSchema,
  scheduleSchema,
  sentToSeveralSchema,
} from './schema.ts'
import { messageParticipants, messageStudentsOfDay } from './several-students.ts'

const tags = ['Schedule']

/** A coach's own calendar. */
export const scheduleApi = {
  read: coach
    .route({
      method: 'GET',
      path: '/coach/schedule',
      tags,
      summary: 'Lessons, holds, blocks, extra hours and weekly hours over some dates',
    })
    .input(scheduleRequestSchema)
    .output(scheduleSchema)
    .handler(({ input, context: { services, actor } }) =>
      readSchedule(services.db, actor.userId, { ...input, now: services.clock.now() }),
    ),

  look: coach
    .route({
      method: 'GET',
      path: '/coach/schedule/time',
      tags,
      summary: 'Whether a lesson can be put or moved to a time, and what stands in the way',
    })
    .input(lookSchema)
    .output(lookedSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const now = services.clock.now()
      const { durationMinutes, bookingId: bookingToIgnore } = input
      // A lesson that moves stays at its own place.
      const locationId = bookingToIgnore ? undefined : input.placeId
      const start = Date.parse(input.start)
      const date = dateIn(start, 'UTC')
      const dates = { from: addDays(date, -1), to: addDays(date, 1) }
      const schedule = await findSchedule(services.db, actor.userId, {
        now,
        locationId,
        bookingToIgnore,
        ...dates,
      })
      if (!schedule) throw new AppError('not_found', 'no_such_place', 'You do not teach at this place.')
      const { rules } = schedule
      const wanted = { start, durationMinutes, now }
      const looked = checkOwnTime(rules, wanted)
      const lessons = await services.answers.lessons_on_dates(services.db, {
        coachId: actor.userId,
        ...dates,
        now,
      })
      const { acts, week, places } = await readSettings(services.db, actor.userId, now)
      const known = {
        elsewhere: await listEntriesAround(services.db, actor.userId, { start, durationMinutes }),
        lessons: lessons.filter(({ id }) => id !== bookingToIgnore),
        acts,
        places,
        calendars: week.calendars,
      }
      const other = { ofOtherCalendars: [], ofOtherPlaces: [] }
      const reasons = isAllowed(looked, [])
        ? []
        : explainDay({ rules, other }, known, wanted)
            .filter(({ obstacle }) => looked.isFree || !confirmable.has(obstacle))
            .map(({ detail }) => detail)
      return { start: toIso(start), zone: rules.zone, hasBegun: start <= now, ...looked, reasons }
    }),

  withdraw: coach
    .route({
      method: 'DELETE',
      path: '/coach/lessons/{bookingId}/hold',
      tags,
      summary: 'Release a time you keep for a student who has not paid yet',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(z.object({ outcome: z.enum(['freed', 'paid']) }))
    .handler(async ({ input, context: { services, actor } }) => {
      const outcome = await withdrawEntered(services, actor, input.bookingId)
      if (outcome === 'none') throw noSuchBooking()
      return { outcome }
    }),

  messageDay: coach
    .route({
      method: 'POST',
      path: '/coach/schedule/messages',
      tags,
      summary: 'Write to all students you teach on a date, to each in their own conversation',
    })
    .input(dayMessageSchema)
    .output(sentToSeveralSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('day-message', actor.userId, DAY_MESSAGES)
      return await messageStudentsOfDay(services, actor, input)
    }),

  messageClinic: coach
    .route({
      method: 'POST',
      path: '/own-clinics/{clinicId}/messages',
      tags,
      summary: 'Write to all participants of your clinic, to each in their own conversation',
    })
    .input(clinicMessageSchema)
    .output(sentToSeveralSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const clinic = await findClinic(services.db, input.clinicId, services.clock.now())
      if (clinic?.clinic.instructorId !== actor.userId) throw noSuchClinic()
      await services.rateLimits.count('clinic-message', actor.userId, CLINIC_MESSAGES)
      return await messageParticipants(services, actor, input)
    }),

  accept: student
    .route({
      method: 'POST',
      path: '/bookings/{bookingId}/acceptance',
      tags,
      summary: 'Accept a lesson that a coach entered for your email address',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await acceptLesson(services, actor, input.bookingId)
      return { ok: true }
    }),

  decline: student
    .route({
      method: 'DELETE',
      path: '/bookings/{bookingId}/acceptance',
      tags,
      summary: 'Decline a lesson that a coach entered for your email address',
    })
    .input(z.object({ bookingId: z.uuid() }))
    .output(z.object({ ok: z.literal(true) }))
    .handler(async ({ input, context: { services, actor } }) => {
      await declineLesson(services, actor, input.bookingId)
      return { ok: true }
    }),

  enter: coach
    .route({
      method: 'POST',
      path: '/coach/lessons',
      tags,
      summary:
        'Enter a lesson yourself, for a student you know or invite; paid here, or elsewhere and marked so',
      successStatus: 201,
    })
    .input(enterLessonSchema)
    .output(enteredSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await services.rateLimits.count('enter-lesson', actor.userId, LESSONS_A_DAY)
      if (input.student.is === 'invited')
        await services.rateLimits.count('invite-student', actor.userId, INVITATIONS_A_DAY)
      const entered = await enterLesson(services, actor, input)
      if (entered.ok) return entered
      const { reason } = entered
      throw isEnterRefusal(reason) ? enterRefused(reason) : bookingRefused(reason)
    }),
}

const DAY_MESSAGES = { points: 6, seconds: 3_600 }
const CLINIC_MESSAGES = { points: 6, seconds: 3_600 }
const LESSONS_A_DAY = { points: 60, seconds: 86_400 }
const INVITATIONS_A_DAY = { points: 20, seconds: 86_400 }

/** What a coach may confirm, or what binds students alone: it never keeps her from a time. */
const confirmable = new Set([
  'hours',
  'other_calendar',
  'other_place',
  'block',
  'busy_elsewhere',
  'step',
  'notice',
  'window',
])
