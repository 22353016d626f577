import {
  budgetLabels,
  experienceLevels,
  GOALS_AT_MOST,
  genderLabels,
  genderPreferences,
  goalNames,
  levelLabels,
  type QuizAnswers,
  type QuizScreen,
  quizBudgets,
  quizGoals,
  quizLessonTypeLabels,
  quizLessonTypes,
  technologies,
  technologyLabels,
} from '../quiz.ts'

interface Choice {
  value: string
  label: string
  description?: string | undefined
}

interface Question {
  title: string
  lead: string
  /** The label of the answer in the summary. */
  name: string
  /** The choices, single or multiple; omitted for free-text questions. */
  choices?: readonly Choice[]
  isSeveral?: boolean
  /** A multiple-choice question that may be answered with no choice. */
  mayBeEmpty?: boolean
}

/** The questions by screen. */
export const questions: Record<QuizScreen, Question> = {
  location: {
    title: 'Where would you like to play and practice?',
    lead: 'We look for coaches within 25 miles first, and farther out only if we have to.',
    name: 'Near',
  },
  contact: {
    title: 'Where should we send your match?',
    lead: 'We email you a link that opens it again. You see your match here either way.',
    name: 'Contact',
  },
  experience: {
    title: 'How would you describe your golf?',
    lead: 'No wrong answers here. Only optimistic ones.',
    name: 'Your golf',
    choices: experienceLevels.map((value) => ({ value, ...levelLabels[value] })),
  },
  goals: {
    title: 'What would you like to work on?',
    lead: `Choose up to ${['zero', 'one', 'two', 'three'][GOALS_AT_MOST]}.`,
    name: 'Goals',
    isSeveral: true,
    choices: goalNames.map((value) => ({ value, label: quizGoals[value].label })),
  },
  'lesson-type': {
    title: 'What kind of lesson do you have in mind?',
    lead: 'You can still change this with your coach.',
    name: 'Lesson',
    choices: quizLessonTypes.map((value) => ({ value, ...quizLessonTypeLabels[value] })),
  },
  gender: {
    title: 'Would you feel more comfortable with a woman or a man?',
    lead: 'We take this into account only if you say so.',
    name: 'Coach',
    choices: genderPreferences.map((value) => ({ value, ...genderLabels[value] })),
  },
  technologies: {
    title: 'Is there any equipment you would like?',
    lead: 'Choose any, or none: a good eye works, too.',
    name: 'Equipment',
    isSeveral: true,
    mayBeEmpty: true,
    choices: technologies.map((value) => ({ value, ...technologyLabels[value] })),
  },
  budget: {
    title: 'What would you like to spend on an hour?',
    lead: 'We only suggest coaches within this budget. For a group it is the price for all of you.',
    name: 'Budget',
    choices: quizBudgets.map((value) => ({ value, label: budgetLabels[value] })),
  },
}

/** The saved answer to a question as form field values. */
export function valuesOf(screen: QuizScreen, answers: QuizAnswers): string[] {
  const key = screen === 'lesson-type' ? 'lessonType' : screen
  const value = answers[key]
  if (value === undefined) return []
  return typeof value === 'string' ? [value] : value
}

/** The saved answer as text for the summary. */
export function answerWords(screen: QuizScreen, answers: QuizAnswers): string {
  if (screen === 'contact') return answers.contact === 'given' ? 'Left with us' : 'Not left'
  const { choices } = questions[screen]
  const values = valuesOf(screen, answers)
  if (!choices) return values[0] ?? ''
  return (
    values.map((value) => choices.find((one) => one.value === value)?.label ?? value).join(', ') || 'None'
  )
}
