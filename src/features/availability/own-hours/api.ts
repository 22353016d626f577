import { z } from 'zod'
import { AppError } from '#platform/errors.ts'
import { addDays, dateIn, toIso } from '#platform/time.ts'
import { coach, type Services } from '#ports/services.ts'
import { type Drive, occupiedAt } from '../availability.ts'
import { PREVIEW_DAYS, previewDays } from '../preview.ts'
import { explainDay } from '../proof-words.ts'
import type { Schedule } from '../schedule-types.ts'
import type { Week } from '../week.ts'
import { minutesOf } from '../weekdays.ts'
import { type CalendarHours, hoursInUse, isCalendarInUse, isPlaceOf } from '../weekly-hours.ts'
import { blockTime, openTime, saveDrives, saveRules, saveWeek, undoScheduleAct } from './commands.ts'
import { readSettings } from './queries.ts'
import {
  availabilitySettingsSchema,
  blockedSchema,
  blockSchema,
  hoursPreviewSchema,
  openingSchema,
  previewRequestSchema,
  proofRequestSchema,
  proofSchema,
  saveDrivesSchema,
  saveRulesSchema,
  saveWeekSchema,
} from './schema.ts'

const tags = ['Availability']

/** A coach's own hours: the week, blocks and openings, and the student's view of them. */
export const ownHoursApi = {
  settings: coach
    .route({
      method: 'GET',
      path: '/coach/availability',
      tags,
      summary: 'Your hours and how they can be booked',
    })
    .output(availabilitySettingsSchema)
    .handler(({ context: { services, actor } }) =>
      readSettings(services.db, actor.userId, services.clock.now()),
    ),

  saveWeek: coach
    .route({ method: 'PUT', path: '/coach/availability/week', tags, summary: 'Change your weekly hours' })
    .input(saveWeekSchema)
    .output(availabilitySettingsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await saveWeek(services, actor.userId, input.basedOn, input.week)
      return await readSettings(services.db, actor.userId, services.clock.now())
    }),

  saveRules: coach
    .route({
      method: 'PUT',
      path: '/coach/availability/rules',
      tags,
      summary: 'Change notice, window, step and break of future bookings',
    })
    .input(saveRulesSchema)
    .output(availabilitySettingsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await saveRules(services, actor.userId, input.basedOn, input.rules)
      return await readSettings(services.db, actor.userId, services.clock.now())
    }),

  saveDrives: coach
    .route({
      method: 'PUT',
      path: '/coach/availability/drives',
      tags,
      summary: 'Say how long the drives between your places take',
    })
    .input(saveDrivesSchema)
    .output(availabilitySettingsSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      await saveDrives(services, actor.userId, input.basedOn, input.drives)
      return await readSettings(services.db, actor.userId, services.clock.now())
    }),

  block: coach
    .route({
      method: 'POST',
      path: '/coach/availability/blocks',
      tags,
      summary: 'Block dates, or a part of each, in one act; lessons in that time are named first and stay',
    })
    .input(blockSchema)
    .output(blockedSchema)
    .handler(({ input, context: { services, actor } }) => blockTime(services, actor.userId, input)),

  open: coach
    .route({
      method: 'POST',
      path: '/coach/availability/openings',
      tags,
      summary: 'Open a time outside of your weekly hours on some dates',
      successStatus: 201,
    })
    .input(openingSchema)
    .output(z.object({ act: z.int() }))
    .handler(async ({ input, context: { services, actor } }) => ({
      act: await openTime(services, actor.userId, input),
    })),

  takeBack: coach
    .route({
      method: 'DELETE',
      path: '/coach/availability/acts/{act}',
      tags,
      summary: 'Take back what you blocked or opened in one act',
    })
    .input(z.object({ act: z.coerce.number<number | string>().pipe(z.int()) }))
    .output(z.object({ dates: z.int() }))
    .handler(async ({ input, context: { services, actor } }) => ({
      dates: await undoScheduleAct(services, actor.userId, input.act),
    })),

  preview: coach
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/coach/availability/preview',
      tags,
      summary: 'The coming two weeks as students see them, also with hours and rules that are not saved yet',
    })
    .input(previewRequestSchema)
    .output(hoursPreviewSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const { schedule, now, today } = await readForPreview(services, actor.userId, input)
      const { after, other } = withDraft(schedule, input)
      const { durationMinutes } = input
      return {
        zone: after.zone,
        ...previewDays({ before: schedule.rules, after, other }, { today, durationMinutes, now }),
      }
    }),

  proof: coach
    .meta({ changesNothing: true })
    .route({
      method: 'POST',
      path: '/coach/availability/proof',
      tags,
      summary: 'Everything that stands in the way of one time, from the rules that list the open ones',
    })
    .input(proofRequestSchema)
    .output(proofSchema)
    .handler(async ({ input, context: { services, actor } }) => {
      const { schedule, now } = await readForPreview(services, actor.userId, input)
      const start = Date.parse(input.start)
      const date = dateIn(start, schedule.rules.zone)
      const { after, other } = withDraft(schedule, input)
      const { db, answers } = services
      const coachId = actor.userId
      const lessons = await answers.lessons_on_dates(db, { coachId, from: date, to: date, now })
      const elsewhere = await answers.calendar_entries_around(db, {
        coachId,
        start,
        durationMinutes: input.durationMinutes,
      })
      const { acts, week, places } = await readSettings(services.db, actor.userId, now)
      return {
        start: toIso(start),
        zone: after.zone,
        obstacles: explainDay(
          { rules: after, other },
          { lessons, elsewhere, acts, places, calendars: (input.week ?? week).calendars },
          { start, durationMinutes: input.durationMinutes, now },
        ),
      }
    }),
}

async function readForPreview(
  { db, clock, answers }: Pick<Services, 'db' | 'clock' | 'answers'>,
  coachId: string,
  { locationId, start }: { locationId?: string | undefined; start?: string | undefined },
) {
  const now = clock.now()
  const date = dateIn(start ?? now, 'UTC')
  const request = { now, locationId, from: addDays(date, -1), to: addDays(date, PREVIEW_DAYS + 1) }
  const schedule = await answers.coach_schedule(db, { coachId, request })
  if (!schedule) throw new AppError('not_found', 'no_such_place', 'You do not teach at this place.')
  return { schedule, now, today: dateIn(now, schedule.rules.zone) }
}

/** Applies unsaved changes to the rules, and returns the hours that do not count under them. */
function withDraft(
  schedule: Schedule,
  draft: { week?: Week | undefined; rules?: object | undefined; drives?: Drive[] | undefined },
) {
  const week = draft.week ? calendarHours(draft.week) : schedule.week
  const ownHours = draft.week?.ownHoursPlaceIds
  const at = {
    placeId: schedule.location.id,
    hasOwnHours: ownHours ? ownHours.includes(schedule.location.id ?? '') : schedule.hasOwnHours,
    calendarId: draft.week ? draft.week.instantBookCalendarId : schedule.instantBookCalendarId,
  }
  const busy = occupiedAt(at.placeId, schedule.lessons, [...schedule.drives, ...(draft.drives ?? [])])
  const after = { ...schedule.rules, ...draft.rules, windows: hoursInUse(week, at), busy }
  const other = {
    ofOtherCalendars: week.filter((hours) => isPlaceOf(hours, at) && !isCalendarInUse(hours, at)),
    ofOtherPlaces: week.filter((hours) => !isPlaceOf(hours, at)),
  }
  return { after, other }
}

function calendarHours({ hours, calendars }: Week): CalendarHours[] {
  const places = new Map(calendars.map(({ id, placeId }) => [id, placeId]))
  return hours.map(({ calendarId, day, from, to, weekParity }) => ({
    calendarId,
    placeId: calendarId ? (places.get(calendarId) ?? null) : null,
    dayOfWeek: day,
    startMinute: minutesOf(from),
    endMinute: minutesOf(to),
    weekParity,
  }))
}
