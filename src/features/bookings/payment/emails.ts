import { notifyUser } from '#features/notifications/commands.ts'
import { fillText } from '#features/notifications/template.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { lessonHref } from '../actions/components/doing.ts'
import { findLetterLesson, type LetterLesson, variablesFor } from '../announcements/queries.ts'
import type { LessonEvents } from '../events.ts'
import { fillInLesson, type LessonLetter } from '../lesson-letter.ts'
import { confirmedForCoach, confirmedForStudent } from '../letter-words.ts'
import { bookingExpiredStudent } from '../letters.ts'

/** What it takes to tell somebody something about a lesson. */
export type Telling = Pick<Services, 'jobs' | 'env' | 'clock'>

/** Tells student and coach that the lesson is booked, in the transaction that made it so. Once each, however often it runs. */
export async function announceConfirmed(
  services: Telling,
  tx: Queryable,
  { bookingId }: LessonEvents['lesson_confirmed'],
): Promise<void> {
  await notifyParties(services, tx, bookingId, ({ money }) => ({
    letters: [confirmedForStudent(money), confirmedForCoach(money)],
  }))
}

/** Tells a student that the time she held was released unpaid. Once a booking. */
export async function announceHoldExpired(
  services: Telling,
  tx: Queryable,
  { bookingId }: LessonEvents['hold_expired'],
): Promise<void> {
  await notifyParties(services, tx, bookingId, () => ({
    letters: [fillInLesson(bookingExpiredStudent, {})],
  }))
}

/** What there is to say about a lesson. */
export interface LessonNews {
  /** One to either side at most; a side without one is told nothing. */
  letters: LessonLetter[]
  /** Set where the same thing may happen to a lesson more than once: tells the times apart. */
  occasion?: string
}

/**
 * Tells the people of a lesson, in the transaction that gave reason to: in their list, by email, and by text and push where
 * they want that. Each letter once a booking and occasion.
 * @param write the news, from the lesson and its money as they are now
 */
export async function notifyParties(
  services: Telling,
  tx: Queryable,
  bookingId: string,
  write: (found: LetterLesson) => LessonNews,
): Promise<void> {
  const found = await findLetterLesson(tx, bookingId)
  if (!found) return
  const news = write(found)
  for (const letter of news.letters) await tellPerson(services, tx, found, news, letter)
}

async function tellPerson(
  services: Telling,
  tx: Queryable,
  found: LetterLesson,
  { occasion }: LessonNews,
  { template: { letter, to, notice }, complete }: LessonLetter,
): Promise<void> {
  const { lesson } = found
  const email = complete(variablesFor(services.env, found, to, services.clock.now()))
  const businessKey = [lesson.id, occasion].filter(Boolean).join(':')
  await notifyUser(services, tx, {
    userId: to === 'coach' ? lesson.instructorId : lesson.studentId,
    kind: notice.kind,
    businessKey,
    // The two sides have templates of their own.
    key: `${letter.key}:${businessKey}`,
    title: fillText(notice.title, email.variables),
    body: fillText(notice.body, email.variables),
    href: lessonHref(lesson.id, notice.opens),
    email,
    about: {
      what: 'lesson',
      bookingId: lesson.id,
      changeNumber: lesson.changeNumber,
      start: Date.parse(lesson.start),
    },
  })
}
