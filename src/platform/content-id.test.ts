import { expect, test } from 'vitest'
import { contentIds } from './content-id.ts'

test('what is sent again keeps its id, and what was corrected gets a new one', () => {
  const ids = contentIds()
  const first = ids.of({ amountCents: 4_250, explanation: 'Half.' })
  expect(ids.of({ amountCents: 4_250, explanation: 'Half.' })).toBe(first)
  const corrected = ids.of({ amountCents: 4_000, explanation: 'Half.' })
  expect(corrected).not.toBe(first)
  expect(ids.of({ amountCents: 4_000, explanation: 'Half.' })).toBe(corrected)
})

test('the same content is new after it was sent', () => {
  const ids = contentIds()
  const first = ids.of('Thank you.')
  ids.forget()
  expect(ids.of('Thank you.')).not.toBe(first)
})
