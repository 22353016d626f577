import { expect, test } from 'vitest'
import { readLessonRequest } from './lesson-request.ts'

/** A Saturday. */
const today = '2026-11-21'

test.each([
  ['tomorrow', ['2026-11-22']],
  ['the day after tomorrow', ['2026-11-23']],
  ['on Tuesday', ['2026-11-24']],
  ['tues or thurs', ['2026-11-24', '2026-11-26']],
  ['Saturday', ['2026-11-28']],
  ['next Friday', ['2026-11-27', '2026-12-04']],
  ['any weekend', ['2026-11-22', '2026-11-28']],
  ['Dec 3rd', ['2026-12-03']],
  ['3 December', ['2026-12-03']],
  ['12/3', ['2026-12-03']],
  ['the 30th', ['2026-11-30']],
  ['January 5', ['2027-01-05']],
  ['2026-12-24', ['2026-12-24']],
  ['February 30', null],
  ['13/45', null],
  ['I sat in the sun', null],
  ['How much is it?', null],
])('the days in “%s”', (text, dates) => {
  expect(readLessonRequest(text, today).dates).toEqual(dates)
})

test.each([
  ['at 9:30 am', [570]],
  ['at 2 p.m.', [840]],
  ['at 14:00', [840]],
  ['at 8', [480, 1_200]],
  ['around noon', [720]],
  ['half past 4', [270, 990]],
  ['for 90 minutes', []],
  ['at 60 dollars', []],
  ['I pay $45', []],
])('the times in “%s”', (text, times) => {
  expect(readLessonRequest(text, today).times).toEqual(times)
})

test.each([
  ['in the morning', 0, 720],
  ['afternoon please', 720, 1_020],
  ['after work', 1_020, 1_440],
  ['after 3pm', 900, 1_440],
  ['before 10am', 0, 600],
  ['between 2pm and 4pm', 840, 960],
  ['whenever', 0, 1_440],
])('the part of the day in “%s”', (text, earliest, latest) => {
  expect(readLessonRequest(text, today)).toMatchObject({ earliest, latest })
})

test.each([
  ['an hour', 60],
  ['90 min', 90],
  ['hour and a half', 90],
  ['two hours', 120],
  ['half an hour', 30],
  ['a lesson', null],
])('the length in “%s”', (text, minutes) => {
  expect(readLessonRequest(text, today).minutes).toBe(minutes)
})

test.each([
  ['5 lessons', 5],
  ['ten private lessons', 10],
  ['a package', 5],
  ['a lesson', null],
])('the number of lessons in “%s”', (text, lessons) => {
  expect(readLessonRequest(text, today).lessons).toBe(lessons)
})
