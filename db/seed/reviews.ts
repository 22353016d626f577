import type { Deal } from './bios.ts'
import type { Random } from './random.ts'
import { details, lukewarm, mild, praise } from './review-sentences.ts'

/** How a student liked a lesson: mostly very well. @param quality of the coach, 0 to 1 */
export function makeRating(random: Random, quality: number): number {
  return random.weighted([
    [5, 62 + 30 * quality],
    [4, 26 - 14 * quality],
    [3, 6 - 5 * quality],
    [2, 1.5 - 1.3 * quality],
  ])
}

/**
 * The words that go with a rating; one in eight students leaves none.
 * @param deal of the coach, so that no two of a coach's reviews read alike
 */
export function makeComment(
  random: Random,
  deal: Deal,
  rating: number,
  subjects: readonly string[],
): string | null {
  if (random.chance(0.12)) return null
  if (rating <= 3) return deal('lukewarm', lukewarm)
  if (rating === 4) return deal('mild', mild)
  const subject = random.pick(subjects)
  const about = deal(`about ${subject}`, details[subject] ?? praise)
  const one = deal('praise', praise)
  return random.weighted([
    [`${one} ${about}`, 55],
    [`${about} ${one}`, 30],
    [one, 15],
  ])
}
