import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { findPublicClinic } from '#features/clinics/queries.ts'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, link, page, paragraph } from '#features/notifications/letter-markup.ts'
import type { Queryable } from '#platform/db.ts'
import { clinicSeatRequests, freedTimeOffers, freedTimes } from './tables.ts'

/** What golfers on a cancellation list read. */

export const freedTimeKind = defineNotificationKind({
  id: 'freed_time',
  setting: {
    label: 'Freed times and seats',
    description: 'A time or a seat you asked for is free, or a time went to another golfer.',
    audience: 'student',
    isTransactional: false,
    texts: 'on',
    icon: 'calendar-clock',
  },
  about: z.discriminatedUnion('what', [
    z.object({
      what: z.literal('freed_time'),
      freedTimeId: z.uuid(),
      news: z.enum(['offered', 'gone']),
    }),
    z.object({ what: z.literal('free_seats'), requestId: z.uuid() }),
  ]),
  async check({ db, clock }, about, { userId }) {
    if (about.what === 'free_seats')
      return { why: (await areSeatsFree(db, about.requestId, clock.now())) ? null : 'the seats are taken' }
    const { freedTimeId, news } = about
    if (news === 'gone') {
      const [time] = await db.select().from(freedTimes).where(eq(freedTimes.id, freedTimeId))
      return { why: time && time.lessonStart > clock.now() ? null : 'the lesson would have begun' }
    }
    if (!userId) return { why: 'nobody is offered it' }
    const [offer] = await db
      .select({ status: freedTimeOffers.status, expiresAt: freedTimeOffers.expiresAt })
      .from(freedTimeOffers)
      .where(and(eq(freedTimeOffers.freedTimeId, freedTimeId), eq(freedTimeOffers.studentId, userId)))
    const isOpen = offer?.status === 'open' && offer.expiresAt > clock.now()
    return { why: isOpen ? null : 'it is offered no longer' }
  },
})

/** Whether a student still waits for seats that are free. */
async function areSeatsFree(db: Queryable, requestId: string, now: number): Promise<boolean> {
  const [request] = await db.select().from(clinicSeatRequests).where(eq(clinicSeatRequests.id, requestId))
  if (request?.status !== 'waiting') return false
  const clinic = await findPublicClinic(db, request.clinicId, now)
  return clinic?.state === 'open' && clinic.seatsLeft >= request.seats
}

export const cancellationListKinds = [freedTimeKind]

const lessonFacts = [
  ['When', '{{lesson_when}}'],
  ['Where', '{{place}}'],
  ['Price', '{{price}}'],
] as const

export const freedTimeOffered = defineLetter({
  key: 'freed-time-offered',
  needs: ['list_url', 'leave_url'],
  variables: [
    'student_name',
    'coach_name',
    'lesson_when',
    'place',
    'price',
    'until',
    'list_url',
    'leave_url',
  ],
  email: {
    name: 'A freed time: to the golfer who is next',
    subject: 'A time with {{coach_name}} opened: {{lesson_when}}',
    html: page('A time you asked for opened', [
      paragraph(
        'Hello {{student_name}}, a lesson with {{coach_name}} was cancelled, and you are next on the list. We hold the time for you until {{until}}.',
      ),
      facts(lessonFacts),
      button('Take it or pass', 'list_url'),
      paragraph(
        `It is booked once you have paid. If you pass or let it go, the next golfer gets it. ${link('Leave the list', 'leave_url')} at any time.`,
      ),
    ]),
  },
  text: {
    name: 'A freed time',
    message: 'A time with {{coach_name}} opened: {{lesson_when}}. Held for you until {{until}}: {{list_url}}',
  },
})

export const freedTimeGone = defineLetter({
  key: 'freed-time-gone',
  needs: ['list_url', 'leave_url'],
  variables: ['student_name', 'coach_name', 'lesson_when', 'list_url', 'leave_url'],
  email: {
    name: 'A freed time: to the golfer who did not take it',
    subject: 'The time with {{coach_name}} is no longer held for you',
    html: page('The time is no longer held for you', [
      paragraph(
        'Hello {{student_name}}, we held {{lesson_when}} with {{coach_name}} for you, and it has now gone to the next golfer. Nothing was charged.',
      ),
      paragraph('You are still on the list, and hear from us when another time opens.'),
      button('See your list', 'list_url'),
      paragraph(link('Leave the list', 'leave_url')),
    ]),
  },
})

export const freedTimePublic = defineLetter({
  key: 'freed-time-public',
  needs: ['booking_url', 'leave_url'],
  variables: ['student_name', 'coach_name', 'lesson_when', 'booking_url', 'leave_url'],
  email: {
    name: 'A freed time: to the last golfer who did not take it',
    subject: 'The time with {{coach_name}} is no longer held for you',
    html: page('The time is no longer held for you', [
      paragraph(
        'Hello {{student_name}}, we no longer hold {{lesson_when}} with {{coach_name}} for you. If the time is still free, you can book it like any other. Nothing was charged.',
      ),
      button('See open times', 'booking_url'),
      paragraph('You are still on the list, and hear from us when another time opens.'),
      paragraph(link('Leave the list', 'leave_url')),
    ]),
  },
})

export const seatsFree = defineLetter({
  key: 'seats-free',
  needs: ['clinic_url', 'leave_url'],
  variables: [
    'student_name',
    'coach_name',
    'lesson_title',
    'lesson_short',
    'seat_count',
    'dates',
    'place',
    'price',
    'clinic_url',
    'leave_url',
  ],
  email: {
    name: 'Free seats in a clinic: to students who wait for them',
    subject: 'Free now: {{seat_count}} in {{lesson_title}} with {{coach_name}}',
    html: page('Seats you asked for are free', [
      paragraph(
        'Hello {{student_name}}, you asked for {{seat_count}} in {{lesson_title}} with {{coach_name}}. There is room now. Everyone on the list has this email, and the seats are not held: the first to pay gets them.',
      ),
      facts([
        ['What', '{{lesson_title}}'],
        ['When', '{{dates}}'],
        ['Where', '{{place}}'],
        ['Price', '{{price}}'],
      ]),
      button('Book seats', 'clinic_url'),
      paragraph(
        `You stay on the list until you have booked. ${link('Leave the list', 'leave_url')} at any time.`,
      ),
    ]),
  },
  text: {
    name: 'Free seats in a clinic',
    message:
      'Free now, not held: {{seat_count}} in {{lesson_title}} with {{coach_name}}, {{lesson_short}}: {{clinic_url}}',
  },
})

export const cancellationListLetters = [freedTimeOffered, freedTimeGone, freedTimePublic, seatsFree]
