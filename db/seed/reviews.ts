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

/** The words that go with a rating; one in eight students leaves none. */
export function makeComment(random: Random, rating: number, subjects: readonly string[]): string | null {
  if (random.chance(0.12)) return null
  if (rating <= 3) return random.pick(lukewarm)
  if (rating === 4) return random.pick(mild)
  const about = details[random.pick(subjects)] ?? []
  const [one, two] = random.sample(praise, 2)
  return random.weighted([
    [`${one} ${about.length ? random.pick(about) : two}`, 60],
    [`${about.length ? random.pick(about) : one} ${two}`, 25],
    [one ?? null, 15],
  ])
}
