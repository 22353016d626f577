import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, facts, page, paragraph } from '#features/notifications/letter-markup.ts'
import { clinics } from './tables.ts'

/** What a coach reads about a clinic as a whole. Letters about seats are in `lesson-letters`. */

export const clinicCancelledKind = defineNotificationKind({
  id: 'clinic_cancelled',
  setting: {
    label: 'Clinic cancelled',
    description: 'A clinic of yours does not take place.',
    audience: 'coach',
    isTransactional: true,
    texts: 'none',
    icon: 'calendar-x',
    isAlert: true,
  },
  about: z.object({ what: z.literal('clinic'), clinicId: z.uuid() }),
  async check({ db }, { clinicId }) {
    const [clinic] = await db.select({ status: clinics.status }).from(clinics).where(eq(clinics.id, clinicId))
    return { why: clinic?.status === 'cancelled' ? null : 'the clinic takes place' }
  },
})

export const clinicKinds = [clinicCancelledKind]

export const clinicCancelledCoach = defineLetter({
  key: 'clinic-cancelled-coach',
  needs: ['clinics_url'],
  variables: ['coach_name', 'lesson_title', 'dates', 'place', 'seats_line', 'clinics_url'],
  email: {
    name: 'A clinic below its minimum: to the coach',
    subject: 'Your clinic does not take place: {{lesson_title}}',
    html: page('Your clinic does not take place', [
      paragraph('Hello {{coach_name}}, {{seats_line}}'),
      facts([
        ['What', '{{lesson_title}}'],
        ['When', '{{dates}}'],
        ['Where', '{{place}}'],
      ]),
      paragraph('Its time is free again, and students can book lessons in it.'),
      button('See your clinics', 'clinics_url'),
    ]),
  },
  sample: {
    to: 'coach',
    kind: clinicCancelledKind,
    title: 'Fewer people than the minimum',
    values: (appUrl) => ({
      coach_name: 'Coach Maya',
      lesson_title: 'Short game clinic',
      dates: 'Saturday, June 6, 2026, 10:00 – 11:30 AM EDT',
      place: 'Pine Hollow Golf Club',
      seats_line:
        '2 of the 4 people it needs signed up, so it was cancelled. Each of them gets a full refund and a letter from us.',
      clinics_url: `${appUrl}/your-clinics`,
    }),
  },
})

export const clinicLetters = [clinicCancelledCoach]
