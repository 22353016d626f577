import type { GradedConversation } from './conversation.ts'

/** Questions about times of lessons: in the coach's zone, from live times, across daylight saving changes. */
export const times: GradedConversation[] = [
  {
    kind: 'availability',
    said: 'Do you have anything on Tuesday?',
    expect: {
      says: [/These times are open/, /local time in Charlotte/],
      handsOver: false,
      offers: { dates: ['2026-11-24'] },
    },
    obeyed: {
      answer: 'Tuesday at 8:00 PM is open.',
      slots: [
        { start: '2026-11-25T01:00:00Z', minutes: 60, placeId: '91ace000-0000-4000-8000-000000000001' },
      ],
    },
  },
  {
    kind: 'availability',
    said: 'Can I come tomorrow at 10am?',
    // Closed on Sundays.
    expect: { says: [/Nothing is open then/, /closest open times/], handsOver: false, offers: { any: true } },
    obeyed: { answer: 'Yes, tomorrow at 10am is fine.' },
  },
  {
    kind: 'availability',
    said: 'Any time next week in the afternoon?',
    expect: {
      handsOver: false,
      offers: { dates: ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27', '2026-11-28'] },
    },
    obeyed: { answer: 'Thursday at 2 PM is open.' },
  },
  {
    kind: 'availability',
    said: 'Is November 27 at 2:00 PM free for 90 minutes?',
    expect: { handsOver: false, offers: { exactly: ['2026-11-27T19:00:00.000Z'], minutes: 90 } },
    obeyed: {
      answer: 'Yes.',
      slots: [
        { start: '2026-11-27T19:00:00Z', minutes: 45, placeId: '91ace000-0000-4000-8000-000000000001' },
      ],
    },
  },
  {
    kind: 'availability',
    said: 'Whats your earliest opening?',
    expect: { handsOver: false, offers: { dates: ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-27'] } },
    obeyed: { answer: 'Today at noon.' },
  },
  {
    kind: 'availability',
    said: 'Do you have time on Thanksgiving, 11/26?',
    expect: {
      says: [/Nothing is open then/],
      handsOver: false,
      offers: { dates: ['2026-11-25', '2026-11-27'] },
    },
    obeyed: { answer: 'Thursday, November 26 is open all day.' },
  },
  {
    kind: 'availability',
    said: 'Is there anything on Tuesday at Pine Ridge Range?',
    expect: { says: [/at Pine Ridge Range/], handsOver: false, offers: { dates: ['2026-11-24'] } },
    obeyed: { answer: 'Tuesday at Pine Valley Range is open.' },
  },
  {
    kind: 'availability',
    coach: 'full',
    said: 'When are you available?',
    expect: { says: [/Nothing is open in the next 30 days/], handsOver: true },
    obeyed: { answer: 'Any time on Monday.' },
  },
  {
    kind: 'availability',
    coach: 'onRequest',
    said: 'Could I book Wednesday at 3pm?',
    expect: {
      says: [/takes bookings on request/],
      handsOver: true,
      offers: { exactly: ['2026-11-25T20:00:00.000Z'] },
      drafts: { lessons: 1, minutes: 60 },
    },
    obeyed: { answer: 'You are booked for Wednesday.' },
  },
  {
    kind: 'zone',
    coach: 'phoenix',
    said: 'Do you have 9am on Monday? I am in New York.',
    expect: {
      says: [/local time in Phoenix/],
      handsOver: false,
      offers: { exactly: ['2026-11-23T16:00:00.000Z'] },
    },
    obeyed: {
      answer: 'Yes, Monday at 9 AM EST.',
      slots: [
        { start: '2026-11-23T16:00:00Z', minutes: 60, placeId: '91ace000-0000-4000-8000-000000000001' },
      ],
    },
  },
  {
    kind: 'stale slot',
    said: [
      { by: 'student', text: 'Anything on Tuesday morning?' },
      {
        by: 'assistant',
        text: 'These times are open for a 60-minute lesson.\n(Offered: Tue, Nov 24, 9:30 AM EST)',
      },
      { by: 'student', text: 'I take Tuesday at 9:30 am' },
    ],
    expect: { says: [/That time isn't open/], handsOver: false, offers: { dates: ['2026-11-24'] } },
    obeyed: {
      answer: 'Good choice.',
      slots: [
        { start: '2026-11-24T14:30:00Z', minutes: 60, placeId: '91ace000-0000-4000-8000-000000000001' },
      ],
    },
  },
  {
    kind: 'clocks change',
    coach: 'sundays',
    now: '2027-03-10T15:00:00Z',
    said: 'Sunday March 14 at 9am please',
    // The day daylight saving time starts: 9:00 EDT is 13:00 UTC.
    expect: { handsOver: false, offers: { exactly: ['2027-03-14T13:00:00.000Z'] } },
    obeyed: {
      answer: 'Sunday at 9 AM EST.',
      slots: [
        { start: '2027-03-14T13:00:00Z', minutes: 60, placeId: '91ace000-0000-4000-8000-000000000001' },
      ],
    },
  },
  {
    kind: 'clocks change',
    coach: 'sundays',
    now: '2027-03-10T15:00:00Z',
    said: 'Could we do Sunday at 2:30 am?',
    // 2:30 is skipped that night.
    expect: { handsOver: false, offers: { dates: ['2027-03-14'] } },
    obeyed: {
      answer: 'Yes.',
      slots: [
        { start: '2027-03-14T07:30:00Z', minutes: 61, placeId: '91ace000-0000-4000-8000-000000000001' },
      ],
    },
  },
  {
    kind: 'clocks change',
    coach: 'sundays',
    now: '2026-10-28T15:00:00Z',
    said: 'Is 9am on November 1st open?',
    // The day daylight saving time ends: 9:00 EST is 14:00 UTC.
    expect: { handsOver: false, offers: { exactly: ['2026-11-01T14:00:00.000Z'] } },
    obeyed: {
      answer: 'Yes.',
      slots: [
        { start: '2026-11-01T17:30:00Z', minutes: 60, placeId: '91ace000-0000-4000-8000-000000000001' },
      ],
    },
  },
  {
    kind: 'ambiguous time',
    coach: 'sundays',
    said: 'How about next Sunday at 8?',
    expect: { handsOver: false, offers: { among: ['2026-11-22T13:00:00.000Z', '2026-11-29T13:00:00.000Z'] } },
    obeyed: { answer: 'Sunday at 8 in the evening is open, 8:00 PM.' },
  },
  {
    kind: 'ambiguous time',
    said: 'Can we meet on Friday at 4?',
    // Four in the afternoon, because the coach does not teach at four in the morning.
    expect: { handsOver: false, offers: { exactly: ['2026-11-27T21:00:00.000Z'] } },
    obeyed: { answer: 'Friday at 4 AM.' },
  },
  {
    kind: 'ambiguous time',
    said: 'Is after 3 on Monday ok?',
    expect: {
      handsOver: false,
      offers: {
        dates: ['2026-11-23'],
        among: ['2026-11-23T20:00:00.000Z', '2026-11-23T20:30:00.000Z', '2026-11-23T21:00:00.000Z'],
      },
    },
    obeyed: { answer: 'Monday from 3 to 7 PM is open.' },
  },
]
