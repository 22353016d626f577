import type { LessonMoney } from '#features/lesson-letters/lesson-letter.ts'

type Money = Pick<LessonMoney, 'package' | 'isDemo' | 'isPaidElsewhere'>

const isOfPackage = (money: Money) => money.package !== null && !money.package.isEnded

/**
 * What the student may choose, by how the lesson was paid.
 * @param mayKeep whether the lesson can be kept as a credit, or goes back to its package
 */
export function choiceWords(money: Money, mayKeep: boolean): string {
  if (money.isDemo || money.isPaidElsewhere) return 'You can move it to another time or cancel it.'
  if (isOfPackage(money) && !mayKeep) return 'You can move it to another time.'
  if (isOfPackage(money))
    return 'You can move it to another time, or take it back into your package, without a fee.'
  return mayKeep
    ? 'You can move it to another time, keep it as a credit with your coach, or cancel it for a full refund.'
    : 'You can move it to another time, or cancel it for a full refund.'
}

/** What becomes of a lesson that was called off when its student does not choose. */
export function otherwiseWords(money: Money): string {
  const when = 'If you do not choose before it would have begun,'
  if (money.isDemo || money.isPaidElsewhere) return `${when} it is cancelled.`
  return isOfPackage(money) ? `${when} it goes back to your package.` : `${when} we refund it in full.`
}
