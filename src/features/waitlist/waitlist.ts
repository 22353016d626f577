/** The waitlists of cities without coaches. Pure; also used in the browser. */

export const skillLevels = ['beginner', 'casual', 'regular', 'competitive'] as const
export type SkillLevel = (typeof skillLevels)[number]

export const skillLabels: Record<SkillLevel, string> = {
  beginner: 'New to golf',
  casual: 'A few rounds a year',
  regular: 'I play often',
  competitive: 'I play competitions',
}

/** Known skill level and budget, to prefill the form. */
export interface KnownRequest {
  skillLevel?: SkillLevel | undefined
  /** The maximum price per hour, in dollars. */
  maxBudget?: (typeof budgets)[number] | undefined
}

/** The choices for the maximum price per hour, in dollars. */
export const budgets = [75, 100, 150, 200, 300] as const
