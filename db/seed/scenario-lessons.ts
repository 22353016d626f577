import { DAY, HOUR, MINUTE } from '#platform/duration.ts'
import { createDealer, type Deal } from './bios.ts'
import { type Diary, instantOf, openDiary } from './diary.ts'
import { calledOff, missed, moved, noted, replied, reported, unread } from './lesson-stories.ts'
import { fillDiary, makeLesson, publishedAfter } from './lessons.ts'
import type { Random } from './random.ts'
import { makeComment } from './reviews.ts'
import type { Coach, Lesson, Student } from './rows.ts'
import { scenario } from './scenarios.ts'

/**
 * Generates the lessons of the named coaches. Maya has a full history, lessons in the next days, and one of each status among her newest
 * bookings. Sam Rivera has past lessons with her, one upcoming, and a past holiday lesson with Keoni.
 * @param now milliseconds since 1970, UTC
 */
export function makeScenarioLessons(
  random: Random,
  coaches: readonly Coach[],
  students: readonly Student[],
  busy: Set<string>,
  now: number,
): Lesson[] {
  return coaches.flatMap((coach) => {
    const diary = openDiary(coach, now)
    const own = random.fork(coach.profile.full_name)
    const wish = { bookedBefore: now - 5 * DAY, quality: 0.8, reviewed: 0.8 }
    switch (coach.profile.id) {
      case scenario.maya.id:
        return mayasLessons(own, coach, diary, students, busy, now)
      case scenario.keoni.id:
        return [
          lessonNear(own, coach, diary, scenario.sam.id, -40, 'past', now, 5),
          ...fillDiary(own, coach, diary, students, busy, now, { ...wish, past: 26, coming: 3, off: 1 }),
        ].flatMap((lesson) => lesson ?? [])
      case scenario.ruth.id:
      case scenario.dale.id:
        return fillDiary(own, coach, diary, students, busy, now, { ...wish, past: 24, coming: 3, off: 1 })
      case scenario.priya.id:
        return fillDiary(own, coach, diary, students, busy, now, { ...wish, past: 14, coming: 2, off: 0 })
      default:
        return []
    }
  })
}

/**
 * Generates a busy practice for the showroom: months of lessons, a full week ahead, reviews with and without a reply, and recent bookings
 * of every kind.
 * @param now milliseconds since 1970, UTC
 */
export function makeShowroomLessons(
  random: Random,
  coach: Coach,
  students: readonly Student[],
  busy: Set<string>,
  now: number,
): Lesson[] {
  const diary = openDiary(coach, now)
  const [anna, ben, cleo] = random.sample(students, 3).map((student) => student.profile.id)
  const named = [
    ben && justOver(random, coach, diary, ben, now),
    replied(
      anna ? lessonNear(random, coach, diary, anna, -12, 'past', now, 5) : null,
      'Thank you! The bunkers were waiting for somebody like you.',
    ),
    unread(ben ? lessonNear(random, coach, diary, ben, -3, 'past', now, 5, now - 8 * DAY) : null, now),
    missed(cleo ? lessonNear(random, coach, diary, cleo, -6, 'past', now, null) : null),
    anna && lessonNear(random, coach, diary, anna, 1, 'coming', now, null, now - 30 * HOUR),
    ben && lessonNear(random, coach, diary, ben, 2, 'coming', now, null, now - 26 * HOUR),
    cleo && lessonNear(random, coach, diary, cleo, 6, 'off', now, null, now - 30 * HOUR),
  ].flatMap((lesson) => lesson || [])
  const wish = { bookedBefore: now - 5 * DAY, quality: 0.9, reviewed: 0.7 }
  return [
    ...named,
    ...fillDiary(random, coach, diary, students, busy, now, { ...wish, past: 46, coming: 9, off: 2 }),
  ]
}

function mayasLessons(
  random: Random,
  coach: Coach,
  diary: Diary,
  students: readonly Student[],
  busy: Set<string>,
  now: number,
): Lesson[] {
  const [anna, ben, cleo] = random.sample(students, 3).map((student) => student.profile.id)
  const sams = (
    days: number,
    kind: 'past' | 'coming' | 'off',
    rating: number | null,
    dates?: (begins: number) => { bookedAt: number; cancelledAt?: number },
  ) => lessonNear(random, coach, diary, scenario.sam.id, days, kind, now, rating, dates)
  const named = [
    // Sam: past lessons with and without a review, a late cancellation, upcoming lessons, and one cancelled by the coach.
    replied(sams(-75, 'past', 5), 'Thank you, Sam. Your putting did the rest.'),
    noted(
      sams(-31, 'past', 5),
      'Good work today. Ten minutes of the gate drill a day, ball a touch further back with the short irons, and we look at the bunker next time.',
    ),
    sams(-20, 'off', null, (begins) => ({ bookedAt: begins - 6 * DAY, cancelledAt: begins - 30 * HOUR })),
    sams(-9, 'past', null),
    reported(sams(-4, 'past', null), {
      status: 'investigating',
      reason: 'service_unsatisfactory',
      details:
        'We started twenty-five minutes late because another lesson ran over, and there was no time left for the short game.',
      at: now - 2 * DAY,
    }),
    sams(3, 'coming', null, () => ({ bookedAt: now - 3 * HOUR })),
    moved(
      sams(8, 'coming', null, () => ({ bookedAt: now - 6 * DAY })),
      'student',
      now - 2 * DAY,
    ),
    calledOff(
      sams(5, 'coming', null, () => ({ bookedAt: now - 7 * DAY })),
      'My sister has moved her wedding rehearsal to that morning, and I am the one with the speech. I am sorry!',
      now - 5 * HOUR,
    ),
    // A lesson that has just ended, a no-show, and two reviews that wait for the coach's own.
    ben && justOver(random, coach, diary, ben, now),
    missed(cleo ? lessonNear(random, coach, diary, cleo, -6, 'past', now, null) : null),
    unread(ben ? lessonNear(random, coach, diary, ben, -3, 'past', now, 5, now - 8 * DAY) : null, now),
    unread(cleo ? lessonNear(random, coach, diary, cleo, -8, 'past', now, 4) : null, now),
    // The newest bookings, one of each status.
    anna && lessonNear(random, coach, diary, anna, -1, 'past', now, null),
    ben && lessonNear(random, coach, diary, ben, 2, 'coming', now, null, now - 26 * HOUR),
    cleo && lessonNear(random, coach, diary, cleo, 6, 'off', now, null, now - 30 * HOUR),
    anna && lessonNear(random, coach, diary, anna, 5, 'hold', now, null, now - 2 * MINUTE),
  ].flatMap((lesson) => lesson || [])
  const bookedBefore = now - 5 * DAY
  const wish = { bookedBefore, quality: 1, reviewed: 0 }
  const rest = fillDiary(random, coach, diary, students, busy, now, { ...wish, past: 64, coming: 7, off: 2 })
  // Fifty-two reviews here, two from Sam and six imported: sixty in total, with an average of 4.9.
  let reviewed = 0
  const words = createDealer(random.fork('words'))
  const weekly = cleo ? weeklyLessons(random.fork('weekly'), coach, diary, cleo, now) : []
  return [...named, ...rest, ...weekly].map((lesson) => {
    if (lesson.review || lesson.booking.status !== 'completed' || lesson.booking.lesson_end > now - 3 * DAY)
      return lesson
    if (lesson.booking.student_id === scenario.sam.id || lesson.booking.no_show || reviewed >= 52)
      return lesson
    reviewed++
    return withReview(random, words, coach, lesson, reviewed % 9 === 0 ? 4 : 5)
  })
}

function withReview(random: Random, words: Deal, coach: Coach, lesson: Lesson, rating: number): Lesson {
  const { id, instructor_id, student_id, lesson_end } = lesson.booking
  const comment = makeComment(random, words, rating, coach.coach.specialties)
  const dates = publishedAfter(lesson_end + random.int(2, 40) * HOUR)
  return {
    ...lesson,
    review: { id: random.uuid(), booking_id: id, instructor_id, student_id, rating, comment, ...dates },
  }
}

/** A one-hour lesson on the first open day at the given distance from today, searching away from today. */
function lessonNear(
  random: Random,
  coach: Coach,
  diary: Diary,
  studentId: string,
  days: number,
  kind: 'past' | 'coming' | 'hold' | 'off',
  now: number,
  rating: number | null,
  dates?: number | ((begins: number) => { bookedAt: number; cancelledAt?: number }),
): Lesson | null {
  for (let at = 0; at < 10; at++) {
    const day = diary.today + days + Math.sign(days) * at
    const start = diary.openings(day, 60).find((opening) => opening >= 9.5 * 60)
    if (start === undefined) continue
    const begins = instantOf(day, start, coach.coach.time_zone)
    if (kind !== 'off') diary.take(day, start, 60)
    return makeLesson(random, {
      coach,
      place: coach.places[0],
      studentId,
      day,
      start,
      duration: 60,
      kind,
      bookedAt: typeof dates === 'number' ? dates : Math.min(begins - 27 * HOUR, now),
      now,
      ...(typeof dates === 'function' ? dates(begins) : {}),
      rating,
      words: createDealer(random),
    })
  }
  return null
}

const WEEKS = 6

/** Lessons at the same time in six weeks, booked together last week, from the first day that is free in all of them. */
function weeklyLessons(random: Random, coach: Coach, diary: Diary, studentId: string, now: number): Lesson[] {
  const weeks = Array.from({ length: WEEKS }, (_, week) => week)
  const isFree = (day: number, start: number) =>
    weeks.every((week) => diary.openings(day + 7 * week, 60).includes(start))
  for (let first = diary.today + 9; first < diary.today + 23; first++) {
    const start = diary.openings(first, 60).find((opening) => opening >= 14 * 60 && isFree(first, opening))
    if (start === undefined) continue
    const seriesId = random.uuid()
    return weeks.map((week) => {
      const day = first + 7 * week
      diary.take(day, start, 60)
      const lesson = makeLesson(random, {
        coach,
        place: coach.places[0],
        studentId,
        day,
        start,
        duration: 60,
        kind: 'coming',
        bookedAt: now - 6 * DAY,
        now,
        rating: null,
        words: createDealer(random),
      })
      const place = { booking_id: lesson.booking.id, series_id: seriesId, position: week + 1 }
      return { ...lesson, weekly: { ...place, lessons: WEEKS } }
    })
  }
  return []
}

/** A lesson that ended in the last few hours and waits for its coach to complete it; null if she has not taught since yesterday. */
function justOver(random: Random, coach: Coach, diary: Diary, studentId: string, now: number): Lesson | null {
  for (const day of [diary.today, diary.today - 1])
    for (const start of diary.openings(day, 60).toReversed()) {
      const end = instantOf(day, start, coach.coach.time_zone) + HOUR
      if (end > now - 20 * MINUTE || end < now - 19 * HOUR) continue
      diary.take(day, start, 60)
      return makeLesson(random, {
        coach,
        place: coach.places[0],
        studentId,
        day,
        start,
        duration: 60,
        kind: 'over',
        bookedAt: now - 6 * DAY,
        now,
        rating: null,
        words: createDealer(random),
      })
    }
  return null
}
