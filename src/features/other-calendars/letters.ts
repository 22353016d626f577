import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isLost } from './queries.ts'

/** What a coach reads when a calendar of hers can't be read. */

export const calendarTroubleKind = defineNotificationKind({
  id: 'calendar_trouble',
  setting: {
    label: 'Calendars out of reach',
    description: 'A calendar of yours could not be read for a day, and instant booking was closed.',
    audience: 'coach',
    // It closes her instant booking: she learns of it whatever she chose.
    isTransactional: true,
    texts: 'none',
    icon: 'calendar-x',
    isAlert: true,
  },
  about: z.object({ what: z.literal('calendar'), calendarId: z.uuid() }),
  check: async ({ db, clock }, { calendarId }) => ({
    why: (await isLost(db, calendarId, clock.now()))
      ? null
      : 'the calendar is read again, or was disconnected',
  }),
})

export const otherCalendarKinds = [calendarTroubleKind]

export const calendarTrouble = defineLetter({
  key: 'calendar-trouble-coach',
  variables: ['coach_name', 'calendar_name', 'reason', 'calendars_url'],
  email: {
    name: 'A calendar is out of reach: to the coach',
    subject: 'Instant booking is closed: {{calendar_name}} can’t be read',
    html: page('We can’t read your calendar', [
      paragraph(
        'Hello {{coach_name}}, we could not read your calendar {{calendar_name}} for a day. {{reason}}',
      ),
      paragraph(
        'You may be busy without our knowing, so nobody can book you at once until it works again. Your lessons stay, students can still ask you for a time, and everything else works as before.',
      ),
      paragraph('We keep trying. If the address has changed, add the new one and disconnect the old one.'),
      button('See your calendars', 'calendars_url'),
    ]),
  },
})

export const otherCalendarLetters = [calendarTrouble]
