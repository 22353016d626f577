import { expect, test } from 'vitest'
import { auditChanges, auditHref, auditSentence } from './audit-words.ts'

test('audit log entries are sentences with the change, and link to their subject', () => {
  expect(auditSentence({ target: 'bookings.cancel', after: {} })).toBe('Cancelled a lesson')
  expect(auditSentence({ target: 'backOffice.act', after: { act: 'close' } })).toBe('Closed a ticket')
  expect(auditSentence({ target: 'backOffice.undo', after: { undid: 'close' } })).toBe(
    'Undid: closed a ticket',
  )
  expect(auditSentence({ target: 'backOffice.list', after: { read: 'messages', rows: 50, q: '' } })).toBe(
    'Read Messages',
  )
  expect(
    auditSentence({
      target: 'file of money-findings',
      after: { read: 'money-findings', file: true, view: '' },
    }),
  ).toBe('Downloaded Money findings')
  expect(auditSentence({ target: 'someFeature.doThings', after: {} })).toBe('Some feature: do things')
  expect(auditChanges({ status: 'in_progress' }, { act: 'close', status: 'closed' })).toBe(
    'Status: in progress → closed',
  )
  expect(auditChanges({ keptCents: 8_500 }, { keptCents: 6_550, refundCents: 1_950 })).toBe(
    'Kept: $85 → $65.50, Refund: $19.50',
  )
  expect(auditChanges({}, { read: 'messages', rows: 50, q: '' })).toBe('')
  expect(auditHref({ bookingId: 'b1' })).toBe('/admin/lessons/b1')
  expect(auditHref({ 'support-tickets': 't1', actId: 'a1' })).toBe('/?tab=support&q=t1')
  expect(auditHref({ actId: 'a1' })).toBeNull()
})
