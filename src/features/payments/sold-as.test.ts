import { expect, test } from 'vitest'
import { countSold } from './sold-as.ts'

test('what was sold is counted by its kind', () => {
  expect(countSold([])).toBe('')
  expect(countSold(['lesson'])).toBe('1 lesson')
  expect(countSold(['video_review', 'lesson', 'lesson_package', 'lesson', 'clinic_seat'])).toBe(
    '2 lessons, 1 clinic seat, 1 package and 1 video review',
  )
})
