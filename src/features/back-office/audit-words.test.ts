import { expect, test } from 'vitest'
import { auditChanges, auditHref, auditSentence } from './audit-words.ts'

test('audit log entries are sentences with the change, and link to their subject', () => {
  const sentence = (target: string, after: object, ids: object = {}) =>
    auditSentence({ target, ids: { ...ids }, after: { ...after } })
  expect(sentence('bookings.cancel', {})).toBe('Cancelled a lesson')
  const ticket = { 'support-tickets': 't1', actId: 'a1' }
  expect(sentence('backOffice.act', { act: 'close' }, ticket)).toBe('Closed a ticket')
  expect(sentence('backOffice.undo', { undid: 'close' }, ticket)).toBe('Undid: closed a ticket')
  expect(sentence('backOffice.act', { act: 'lift' }, { users: 'u1' })).toBe('Lifted the suspension')
  expect(sentence('backOffice.act', { act: 'lift' }, { 'suppressed-addresses': 's1' })).toBe(
    'Allowed emails to an address again',
  )
  expect(sentence('backOffice.act', { act: 'mend' }, { users: 'u1' })).toBe('Changed a row: Mend')
  expect(sentence('backOffice.list', { read: 'messages', rows: 50, q: '' })).toBe('Read Messages')
  expect(sentence('file of money-findings', { read: 'money-findings', file: true, view: '' })).toBe(
    'Downloaded Money findings',
  )
  const record = (state: string) => sentence('coaches.recordVerification', { kind: 'background', state })
  expect([record('recorded'), record('withdrawn')]).toEqual([
    'Recorded a verification',
    'Withdrew a verification',
  ])
  expect(sentence('someFeature.doThings', {})).toBe('Some feature: do things')
  expect(auditChanges({ status: 'in_progress' }, { act: 'close', status: 'closed' })).toBe(
    'Status: in progress → closed',
  )
  expect(auditChanges({ keptCents: 8_500 }, { keptCents: 6_550, refundCents: 1_950 })).toBe(
    'Kept: $85 → $65.50, Refund: $19.50',
  )
  expect(auditChanges({ keptCents: 125_000 }, { keptCents: 0, shareCents: -500 })).toBe(
    'Kept: $1,250 → $0, Share: -$5',
  )
  expect(auditChanges({ sessions: 2 }, { sessions: 0, alsoEnded: [] })).toBe(
    'Sessions: 2 → 0, Also ended: none',
  )
  expect(auditChanges({}, { read: 'messages', rows: 50, q: '' })).toBe('')
  expect(auditHref({ bookingId: 'b1' })).toBe('/admin/lessons/b1')
  expect(auditHref({ 'support-tickets': 't1', actId: 'a1' })).toBe('/?tab=support&q=t1')
  expect(auditHref({ actId: 'a1' })).toBeNull()
})
