import { describe, expect, test } from 'vitest'
import { messageKinds } from '#app/message-kinds.ts'
import { notificationChannels } from '#platform/message-kind.ts'
import { findNotificationKind, isNotification, kindsFor, preferenceKey, wants } from './notification.ts'

const kinds = messageKinds.filter(isNotification)
const off = new Map(
  kinds.flatMap(({ id }) =>
    notificationChannels.map((channel) => [preferenceKey(id, channel), false] as const),
  ),
)
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id)

describe('notification kinds', () => {
  test('have unique names', () => {
    expect(new Set(idsOf(messageKinds)).size).toBe(messageKinds.length)
    for (const id of idsOf(messageKinds)) expect(id).toMatch(/^[a-z][a-z_]*$/)
  })

  test('emails about a purchase, an admin’s decision, paused instant booking or held payouts can’t be turned off; all others can', () => {
    const stillSent = kinds.filter((kind) => wants(off, kind, 'email'))
    expect(idsOf(stillSent)).toEqual([
      'lesson_booked',
      'lesson_to_pay',
      'lesson_changed',
      'lesson_cancelled',
      'lesson_in_question',
      'refund',
      'rain_check',
      'no_show',
      'clinic_cancelled',
      'conversation_notice',
      'video_review',
      'package_news',
      'payout_account',
      'gift_card_news',
      'calendar_trouble',
      'calendar_reconnect',
      'dispute',
      'dispute_settled',
      'webhook_off',
    ])
    for (const kind of kinds)
      for (const channel of ['in_app', 'sms', 'push'] as const) expect(wants(off, kind, channel)).toBe(false)
  })

  test('have texts for urgent news, and for messages only on request', () => {
    const nothing = new Map()
    expect(idsOf(kinds.filter((kind) => wants(nothing, kind, 'sms')))).toEqual([
      'lesson_booked',
      'lesson_to_pay',
      'lesson_changed',
      'lesson_cancelled',
      'lesson_reminder',
      'rain_check',
      'tomorrows_lessons',
      'rain_forecast',
      'freed_time',
    ])
    const asksFor = (id: string) => {
      const kind = findNotificationKind(messageKinds, id)
      return kind && wants(new Map([[preferenceKey(id, 'sms'), true]]), kind, 'sms')
    }
    expect(asksFor('message')).toBe(true)
    expect(asksFor('payout')).toBe(false)
  })

  test('students get no payout settings, coaches no review invitation settings', () => {
    expect(idsOf(kindsFor(messageKinds, 'student'))).not.toContain('payout')
    expect(idsOf(kindsFor(messageKinds, 'coach'))).not.toContain('review_request')
    for (const { setting } of kindsFor(messageKinds, 'prospect')) expect(setting.audience).not.toBe('coach')
  })
})
