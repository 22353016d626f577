import { describe, expect, test } from 'vitest'
import {
  kindFacts,
  kindsFor,
  notificationChannels,
  notificationKinds,
  preferenceKey,
  wants,
} from './notification.ts'

const off = new Map(
  notificationKinds.flatMap((kind) =>
    notificationChannels.map((channel) => [preferenceKey(kind, channel), false] as const),
  ),
)

describe('what people are told', () => {
  test('mails that belong to a booking are sent whatever was chosen; everything else can be turned off', () => {
    const stillSent = notificationKinds.filter((kind) => wants(off, kind, 'email'))
    expect(stillSent).toEqual([
      'lesson_booked',
      'lesson_changed',
      'lesson_cancelled',
      'refund',
      'no_show',
      'dispute',
    ])
    for (const kind of notificationKinds)
      for (const channel of ['in_app', 'sms', 'push'] as const) expect(wants(off, kind, channel)).toBe(false)
  })

  test('texts exist for what cannot wait, and for messages only when asked for', () => {
    const nothing = new Map()
    expect(notificationKinds.filter((kind) => wants(nothing, kind, 'sms'))).toEqual([
      'lesson_booked',
      'lesson_changed',
      'lesson_cancelled',
      'lesson_reminder',
    ])
    expect(wants(new Map([[preferenceKey('message', 'sms'), true]]), 'message', 'sms')).toBe(true)
    expect(wants(new Map([[preferenceKey('payout', 'sms'), true]]), 'payout', 'sms')).toBe(false)
  })

  test('a student chooses nothing about payouts, a coach nothing about invitations to review', () => {
    expect(kindsFor('student')).not.toContain('payout')
    expect(kindsFor('coach')).not.toContain('review_request')
    for (const kind of kindsFor('prospect')) expect(kindFacts[kind].audience).not.toBe('coach')
  })
})
