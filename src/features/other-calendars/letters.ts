import { z } from 'zod'
import { defineNotificationKind } from '#features/notifications/kind.ts'
import { defineLetter } from '#features/notifications/letter.ts'
import { button, page, paragraph } from '#features/notifications/letter-markup.ts'
import { isAccessEnded } from './google/queries.ts'
import { isLost } from './queries.ts'

/** The notification about a calendar that cannot be read. */

export const calendarTroubleKind = defineNotificationKind({
  id: 'calendar_trouble',
  setting: {
    label: 'Calendars out of reach',
    description: 'A calendar of yours could not be read for a day, and instant booking was closed.',
    audience: 'coach',
    // Instant booking was paused, so the coach is notified regardless of preferences.
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

export const calendarReconnectKind = defineNotificationKind({
  id: 'calendar_reconnect',
  setting: {
    label: 'Google Calendar to connect again',
    description: 'Google no longer lets us see when you are busy.',
    audience: 'coach',
    // Busy times no longer block bookings, so the coach is notified regardless of preferences.
    isTransactional: true,
    texts: 'none',
    icon: 'calendar-x',
    isAlert: true,
  },
  about: z.object({ what: z.literal('google'), calendarId: z.uuid() }),
  check: async ({ db }, { calendarId }) => ({
    why: (await isAccessEnded(db, calendarId)) ? null : 'it was connected again, or disconnected',
  }),
})

export const otherCalendarKinds = [calendarTroubleKind, calendarReconnectKind]

export const calendarTrouble = defineLetter({
  key: 'calendar-trouble-coach',
  needs: ['calendars_url'],
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
      paragraph(
        'We keep trying. If its address has changed, add the new one and disconnect the old one; if it asks to be connected again, please do.',
      ),
      button('See your calendars', 'calendars_url'),
    ]),
  },
})

export const calendarReconnect = defineLetter({
  key: 'calendar-reconnect-coach',
  needs: ['calendars_url'],
  variables: ['coach_name', 'account', 'calendars_url'],
  email: {
    name: 'Google Calendar to connect again: to the coach',
    subject: 'Connect your Google Calendar again',
    html: page('Connect Google Calendar again', [
      paragraph(
        'Hello {{coach_name}}, Google no longer lets us see when you are busy in {{account}}. This happens when you take our access away, or change your password there.',
      ),
      paragraph(
        'What kept you busy when we last looked is still kept free. We can’t see what is new, and your lessons are not written to your calendar meanwhile. After a day without it, nobody can book you at once.',
      ),
      button('Connect it again', 'calendars_url'),
    ]),
  },
})

export const otherCalendarLetters = [calendarTrouble, calendarReconnect]
