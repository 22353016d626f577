import { describe, expect, test } from 'vitest'
import { kindOfShared } from './shared-files.ts'

const MB = 1_024 * 1_024

describe('what a file from the share sheet can become', () => {
  test.each([
    ['session.csv', 'text/csv', 20_000, 'shots'],
    ['session.csv', 'application/vnd.ms-excel', 20_000, 'shots'],
    ['session.txt', 'text/plain', 20_000, 'shots'],
    ['swing.mp4', 'video/mp4', 20 * MB, 'clip'],
    ['swing.MOV', '', 20 * MB, 'clip'],
    ['grip.jpg', 'image/jpeg', MB, 'clip'],
    ['session.csv', 'text/csv', MB, 'nothing'],
    ['swing.mp4', 'video/mp4', 151 * MB, 'nothing'],
    ['grip.jpg', 'image/jpeg', 21 * MB, 'nothing'],
    ['invoice.pdf', 'application/pdf', 20_000, 'nothing'],
    ['page.html', 'text/html', 20_000, 'nothing'],
    ['session.xlsx', 'application/vnd.ms-excel', 20_000, 'nothing'],
  ])('%s of type %j with %i bytes: %s', (name, type, size, is) => {
    expect(kindOfShared({ name, type, size }).is).toBe(is)
  })
})
