import { describe, expect, test } from 'vitest'
import { comingLessons } from './workspace.ts'

describe('the lessons to come', () => {
  const lesson = (id: string, more: { isPast?: boolean; isCalledOff?: boolean } = {}) => ({
    id,
    isPast: false,
    isCalledOff: false,
    ...more,
  })
  const over = lesson('over', { isPast: true })
  const tomorrow = lesson('tomorrow', { isCalledOff: true })

  test('begin with the first that takes place; one that was called off is named as such', () => {
    const [friday, sunday] = [lesson('friday'), lesson('sunday')]
    expect(comingLessons([sunday, friday, tomorrow, over])).toEqual({
      next: friday,
      later: [sunday],
      calledOff: [tomorrow],
    })
  })

  test('are none when the only one was called off', () => {
    expect(comingLessons([tomorrow, over])).toMatchObject({ next: null, later: [] })
  })
})
