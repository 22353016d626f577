/** Who waits for a coach in a city. Pure; the browser reads it too. */

export const skillLevels = ['beginner', 'casual', 'regular', 'competitive'] as const
export type SkillLevel = (typeof skillLevels)[number]

export const skillLabels: Record<SkillLevel, string> = {
  beginner: 'New to golf',
  casual: 'A few rounds a year',
  regular: 'I play often',
  competitive: 'I play competitions',
}

/** What is known of somebody's game and budget before the list is joined: the form begins with it. */
export interface KnownRequest {
  skillLevel?: SkillLevel | undefined
  /** Dollars an hour at most. */
  maxBudget?: (typeof budgets)[number] | undefined
}

/** Dollars an hour that people can name as the most they would spend. */
export const budgets = [75, 100, 150, 200, 300] as const
