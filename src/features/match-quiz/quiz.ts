import { siteName } from '#platform/site-name.ts'

/**
 * The quiz at /find-your-match: its steps, their order and the possible answers. Pure; also used in the
 * browser.
 */

export const quizSteps = ['location', 'contact', 'experience', 'goals', 'preferences', 'budget'] as const
export type QuizStep = (typeof quizSteps)[number]

export const quizVariants = ['control', 'test', 'testc'] as const
export type QuizVariant = (typeof quizVariants)[number]

export const stepOrders: Record<QuizVariant, readonly QuizStep[]> = {
  control: ['location', 'contact', 'experience', 'goals', 'preferences', 'budget'],
  test: ['experience', 'goals', 'preferences', 'budget', 'location', 'contact'],
  testc: ['experience', 'goals', 'preferences', 'budget', 'location'],
}

/** One question per screen; the preferences step has three. */
export const quizScreens = [
  'location',
  'contact',
  'experience',
  'goals',
  'lesson-type',
  'gender',
  'technologies',
  'budget',
] as const
export type QuizScreen = (typeof quizScreens)[number]

const screensOfStep: Record<QuizStep, readonly QuizScreen[]> = {
  location: ['location'],
  contact: ['contact'],
  experience: ['experience'],
  goals: ['goals'],
  preferences: ['lesson-type', 'gender', 'technologies'],
  budget: ['budget'],
}

/** The screens of a variant, in order. */
export const screensOf = (variant: QuizVariant): QuizScreen[] =>
  stepOrders[variant].flatMap((step) => screensOfStep[step])

/** The step that contains a screen. */
export const stepOf = (screen: QuizScreen): QuizStep =>
  quizSteps.find((step) => screensOfStep[step].includes(screen)) ?? 'location'

export const experienceLevels = ['beginner', 'casual', 'regular', 'competitive'] as const
export type ExperienceLevel = (typeof experienceLevels)[number]

export const levelLabels: Record<ExperienceLevel, { label: string; description: string }> = {
  beginner: { label: 'New to golf', description: 'Never played, or just starting' },
  casual: { label: 'A few rounds a year', description: 'I know the basics and want to enjoy it more' },
  regular: { label: 'I play often', description: 'Most months, and I keep a score' },
  competitive: { label: 'I play competitions', description: 'Every shot counts' },
}

/** The goals a golfer can choose, with the coaches' specialties that match them. */
export const quizGoals = {
  'learn-basics': { label: 'Learn the basics', specialties: ['Beginners'] },
  'better-contact': { label: 'Cleaner, straighter shots', specialties: ['Swing Mechanics'] },
  distance: { label: 'Hit it farther', specialties: ['Driver Distance'] },
  'short-game': { label: 'Chipping and pitching', specialties: ['Short Game'] },
  bunkers: { label: 'Get out of bunkers', specialties: ['Bunker Play', 'Short Game'] },
  putting: { label: 'Fewer putts', specialties: ['Putting'] },
  'lower-scores': { label: 'Lower my scores', specialties: ['Course Strategy', 'On-Course Play'] },
  nerves: { label: 'Stay calm under pressure', specialties: ['Mental Game'] },
  junior: { label: 'Lessons for a child', specialties: ['Junior Golf'] },
  'play-for-years': { label: 'Protect my body as I get older', specialties: ['Senior Golf'] },
  'women-golf': { label: 'A coach who specializes in women’s golf', specialties: ["Women's Golf"] },
} as const satisfies Record<string, { label: string; specialties: readonly string[] }>
export type QuizGoal = keyof typeof quizGoals
export const goalNames = Object.keys(quizGoals) as [QuizGoal, ...QuizGoal[]]
export const GOALS_AT_MOST = 3

export const quizLessonTypes = ['private', 'group', 'playing'] as const
export type QuizLessonType = (typeof quizLessonTypes)[number]

export const quizLessonTypeLabels: Record<QuizLessonType, { label: string; description: string }> = {
  private: { label: 'One-on-one', description: 'You and the coach, on the range or around the green' },
  group: { label: 'With friends or family', description: 'A group lesson for two to four players' },
  playing: { label: 'On the course', description: 'A lesson while you play holes together' },
}

export const genderPreferences = ['any', 'female', 'male'] as const
export type GenderPreference = (typeof genderPreferences)[number]

export const genderLabels: Record<GenderPreference, { label: string; description?: string }> = {
  any: { label: 'No preference' },
  female: { label: 'A woman', description: 'Only coaches who gave this on their profile' },
  male: { label: 'A man', description: 'Only coaches who gave this on their profile' },
}

export const technologies = ['launch-monitor', 'video', 'fitting'] as const
export type Technology = (typeof technologies)[number]

export const technologyLabels: Record<Technology, { label: string; description: string }> = {
  'launch-monitor': { label: 'Launch monitor', description: 'Measures the ball and the club' },
  video: { label: 'Video analysis', description: 'See your swing slowed down' },
  fitting: { label: 'Club fitting', description: 'Clubs that suit your body and swing' },
}

export const quizBudgets = ['up-to-75', 'up-to-100', 'up-to-150', 'up-to-200', 'any'] as const
export type Budget = (typeof quizBudgets)[number]

/** The highest hourly rate in cents; null for no limit. */
export const budgetCents: Record<Budget, number | null> = {
  'up-to-75': 7_500,
  'up-to-100': 10_000,
  'up-to-150': 15_000,
  'up-to-200': 20_000,
  any: null,
}

export const budgetLabels: Record<Budget, string> = {
  'up-to-75': 'Up to $75 an hour',
  'up-to-100': 'Up to $100 an hour',
  'up-to-150': 'Up to $150 an hour',
  'up-to-200': 'Up to $200 an hour',
  any: 'Any price',
}

/** The radii in miles within which coaches are searched for, tried in this order. */
export const radii = [25, 50, 100] as const

/** The consent text next to the checkbox that is required before contact details are stored. */
export const CONSENT_WORDING = `${siteName} may email me my match and one reminder about it, and call or text me only about this match if I give a number. I can ask to delete this at any time.`

/** The answers so far. */
export interface QuizAnswers {
  location?: string | undefined
  /** Skipped: the step was passed without contact details. */
  contact?: 'given' | 'skipped' | undefined
  experience?: ExperienceLevel | undefined
  goals?: QuizGoal[] | undefined
  lessonType?: QuizLessonType | undefined
  gender?: GenderPreference | undefined
  technologies?: Technology[] | undefined
  budget?: Budget | undefined
}

const isAnswered: Record<QuizScreen, (answers: QuizAnswers) => boolean> = {
  location: ({ location }) => location !== undefined,
  contact: ({ contact }) => contact !== undefined,
  experience: ({ experience }) => experience !== undefined,
  goals: (answers) => (answers.goals?.length ?? 0) > 0,
  'lesson-type': ({ lessonType }) => lessonType !== undefined,
  gender: ({ gender }) => gender !== undefined,
  technologies: (answers) => answers.technologies !== undefined,
  budget: ({ budget }) => budget !== undefined,
}

/** The first unanswered screen; null if all screens of the variant are answered. */
export const firstOpenScreen = (variant: QuizVariant, answers: QuizAnswers): QuizScreen | null =>
  screensOf(variant).find((screen) => !isAnswered[screen](answers)) ?? null

/**
 * The screen to show when `asked` is requested: that screen if all screens before it are answered, otherwise
 * the first unanswered one. `null` is the result.
 */
export function screenToShow(
  variant: QuizVariant,
  answers: QuizAnswers,
  asked: QuizScreen | 'result' | undefined,
): QuizScreen | null {
  const open = firstOpenScreen(variant, answers)
  if (asked === undefined || asked === 'result') return open
  const screens = screensOf(variant)
  if (!screens.includes(asked)) return open
  return open !== null && screens.indexOf(asked) > screens.indexOf(open) ? open : asked
}

/** The later of two steps in a variant's order. */
export function fartherStep(variant: QuizVariant, a: QuizStep, b: QuizStep): QuizStep {
  const order = stepOrders[variant]
  return order.indexOf(b) > order.indexOf(a) ? b : a
}
