/** The quiz at /find-your-match: its steps and their orders. Pure; the browser reads it too. */

export const quizSteps = ['location', 'contact', 'experience', 'goals', 'preferences', 'budget'] as const

export const quizVariants = ['control', 'test', 'testc'] as const

export const genderPreferences = ['any', 'female', 'male'] as const
