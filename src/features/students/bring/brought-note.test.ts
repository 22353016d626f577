import { expect, test } from 'vitest'
import { STUDENT_NOTE_LENGTH } from '../schema.ts'
import { withBrought } from './brought-note.ts'

const brought = { note: 'Slices', phone: '704 555 0100' }

test('the note and the phone number of a file are below what the coach wrote', () => {
  expect(withBrought('', brought)).toBe('Slices\nPhone: 704 555 0100')
  expect(withBrought('Left-handed', brought)).toBe('Left-handed\nSlices\nPhone: 704 555 0100')
  expect(withBrought('', { note: null, phone: null })).toBe('')
})

test('what is there already is not added again', () => {
  const once = withBrought('Left-handed', brought)
  expect(withBrought(once, brought)).toBe(once)
  expect(withBrought('Slices', brought)).toBe('Slices\nPhone: 704 555 0100')
  expect(withBrought('Slices a lot', brought)).toBe('Slices a lot\nSlices\nPhone: 704 555 0100')
})

test('a note that is too long is cut, and the phone number stays', () => {
  const long = 'x'.repeat(STUDENT_NOTE_LENGTH - 30)
  const longer = withBrought(long, { ...brought, note: 'y'.repeat(100) })
  expect(longer).toHaveLength(STUDENT_NOTE_LENGTH)
  expect(longer.startsWith(`${long}\ny`)).toBe(true)
  expect(longer.endsWith('y\nPhone: 704 555 0100')).toBe(true)
  const full = 'x'.repeat(STUDENT_NOTE_LENGTH)
  expect(withBrought(full, brought)).toBe(full)
})
