import type { Services } from '#ports/services.ts'
import { fillInLesson } from '../lesson-letter.ts'
import { lessonReminderCoach, lessonReminderStudent } from '../letters.ts'
import { notifyParties } from '../payment/emails.ts'
import { listLessonsToRemind } from './queries.ts'
import { occasionOf, reminders } from './reminder.ts'

/**
 * Reminds student and coach of every lesson that is a day, or two hours, away: each once for each time the lesson has. What
 * happens between this and the moment a message leaves is looked at again then. @returns how many lessons
 */
export async function remindOfLessons(services: Services): Promise<number> {
  let reminded = 0
  for (const reminder of reminders)
    for (const { id, start } of await listLessonsToRemind(services.db, reminder, services.clock.now())) {
      await services.db.transaction((tx) =>
        notifyParties(services, tx, id, () => ({
          letters: [
            fillInLesson(lessonReminderStudent, { lead: reminder.lead }),
            fillInLesson(lessonReminderCoach, { lead: reminder.lead }),
          ],
          occasion: occasionOf(reminder, start),
        })),
      )
      reminded++
    }
  return reminded
}
