import { formatCount } from '#platform/money.ts'
import type { ActOutcome } from './schema.ts'

/** The message to an admin after an action. */
export interface Outcome {
  isDone: boolean
  title: string
  text?: string
}

/**
 * Describes what an action on rows of a list changed. Rows that changed in the meantime may have been left out. Pure.
 * @param input.chosen the number of rows that the admin chose
 * @param input.done the title if rows were changed
 * @param input.unchanged why none of the rows was changed
 */
export function describeOutcome(
  answer: ActOutcome,
  { chosen, done, unchanged }: { chosen: number; done: string; unchanged: string },
): Outcome {
  const changed = answer.ok ? answer.changed.length : 0
  if (changed === 0) return { isDone: false, title: 'Nothing was changed', text: unchanged }
  if (changed === chosen) return { isDone: true, title: done }
  return {
    isDone: true,
    title: done,
    text: `${formatCount(changed)} of ${formatCount(chosen)} selected rows ${changed === 1 ? 'was' : 'were'} changed. The others were left as they are.`,
  }
}
