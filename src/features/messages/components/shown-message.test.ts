import { expect, test } from 'vitest'
import type { QueuedMessage } from '../outbox.ts'
import type { Message } from '../schema.ts'
import { shownMessages } from './shown-message.ts'
import { whyNotUpload } from './upload.ts'

const kept = (position: number, clientId: string | null): Message => ({
  id: `kept-${position}`,
  conversationId: 'maya-and-sam',
  position,
  senderId: 'sam',
  type: 'text',
  content: `number ${position}`,
  data: null,
  attachments: [],
  clientId,
  sentAt: '2026-11-21T15:00:00.000Z',
})
const written = (clientId: string, refusal: string | null = null): QueuedMessage => ({
  clientId,
  thread: 'maya-and-sam',
  content: clientId,
  files: [],
  writtenAt: 0,
  refusal,
})

test('server messages come first, then pending ones; one that is both is shown once, under one id', () => {
  const state = { outbox: [], sending: 'b', isWaitingForLine: false }
  const shown = shownMessages([kept(1, null), kept(2, 'a')], [written('a'), written('b')], 'sam', state)
  expect(shown.map(({ id, delivery }) => `${id} ${delivery}`)).toEqual([
    'kept-1 arrived',
    'a arrived',
    'b sending',
  ])
})

test('a pending message is offline or refused with the reason', () => {
  const state = { outbox: [], sending: null, isWaitingForLine: true }
  const shown = shownMessages([], [written('a'), written('b', 'Not to them.')], 'sam', state)
  expect(shown.map(({ delivery, refusal }) => [delivery, refusal])).toEqual([
    ['waiting', null],
    ['refused', 'Not to them.'],
  ])
})

test('an unchanged message is the same object, so that it is not rendered again', () => {
  const message = kept(1, null)
  const state = { outbox: [], sending: null, isWaitingForLine: false }
  expect(shownMessages([message], [], 'sam', state)[0]).toBe(shownMessages([message], [], 'sam', state)[0])
})

test('unacceptable files are refused before upload', () => {
  const MB = 1024 * 1024
  expect(whyNotUpload({ type: 'image/jpeg', size: 5 * MB })).toBeNull()
  expect(whyNotUpload({ type: 'video/mp4', size: 40 * MB })).toBeNull()
  expect(whyNotUpload({ type: 'image/jpeg', size: 21 * MB })).toContain('20 MB')
  expect(whyNotUpload({ type: 'video/mp4', size: 51 * MB })).toContain('50 MB')
  expect(whyNotUpload({ type: 'image/png', size: 0 })).toBe('The file is empty.')
  expect(whyNotUpload({ type: 'application/pdf', size: 10 })).toContain('Only photos')
})
