import { type SQL, sql } from 'drizzle-orm'
import type { AdminList } from '#ports/services.ts'
import { stepLabels, variantLabels } from './figures.ts'
import {
  budgetLabels,
  genderLabels,
  levelLabels,
  quizGoals,
  quizLessonTypeLabels,
  quizSteps,
  quizVariants,
  technologyLabels,
} from './quiz.ts'
import { noMatchLabels } from './ranking.ts'
import { quizResponses } from './tables.ts'

const q = quizResponses
const place = sql`coalesce(${q.locationCity} || ', ' || ${q.locationState}, ${q.locationCity}, ${q.locationState}, '')`

type Labels = Record<string, string | { label: string }>
const labelOf = (label: Labels[string]) => (typeof label === 'string' ? label : label.label)

/** A column that shows one answer. */
const answer = (label: string, value: SQL, labels: Labels) => ({
  label,
  kind: 'choice' as const,
  value,
  options: Object.entries(labels).map(([key, text]) => ({ value: key, label: labelOf(text) })),
  minor: true,
})

/** A column that shows several answers, in the order in which they were chosen. */
const answers = (label: string, value: SQL, labels: Labels) => {
  const texts = JSON.stringify(
    Object.fromEntries(Object.entries(labels).map(([key, text]) => [key, labelOf(text)])),
  )
  return {
    label,
    kind: 'text' as const,
    value: sql`(select string_agg(coalesce(${texts}::jsonb ->> a.key, a.key), ', ' order by a.position)
      from unnest(${value}) with ordinality a (key, position))`,
    minor: true,
  }
}

/** All quiz responses, one row per round. */
export const quizList: AdminList = {
  name: 'quiz',
  noun: ['response', 'responses'],
  from: sql`${q}`,
  id: sql`${q.id}`,
  idKind: 'uuid',
  columns: {
    createdAt: { label: 'Began', kind: 'instant', value: sql`${q.createdAt}`, sort: true, filter: true },
    variant: {
      label: 'Variant',
      kind: 'choice',
      value: sql`${q.variant}`,
      options: quizVariants.map((value) => ({ value, label: variantLabels[value] })),
      filter: true,
    },
    currentStep: {
      label: 'Farthest step',
      kind: 'choice',
      value: sql`${q.currentStep}`,
      options: quizSteps.map((value) => ({ value, label: stepLabels[value] })),
      filter: true,
    },
    completed: {
      label: 'Completed',
      kind: 'yes-no',
      value: sql`(${q.completedAt} is not null or ${q.contactEmail} is not null or ${q.recommendedInstructorId} is not null)`,
      filter: true,
      minor: true,
    },
    contactName: { label: 'Name', kind: 'text', value: sql`${q.contactName}` },
    contactEmail: { label: 'Email', kind: 'text', value: sql`${q.contactEmail}` },
    contactPhone: { label: 'Phone', kind: 'text', value: sql`${q.contactPhone}`, minor: true },
    place: {
      label: 'Near',
      kind: 'text',
      value: sql`nullif(${place}, '')`,
      filter: true,
      inWords: true,
      minor: true,
    },
    experienceLevel: answer('Level', sql`${q.experienceLevel}`, levelLabels),
    goals: answers('Goals', sql`${q.goals}`, quizGoals),
    lessonType: answer('Lesson', sql`${q.lessonType}`, quizLessonTypeLabels),
    genderPreference: answer('Gender asked for', sql`${q.genderPreference}`, genderLabels),
    technologies: answers('Equipment', sql`${q.technologies}`, technologyLabels),
    budget: answer('Budget', sql`${q.budget}`, budgetLabels),
    matchFound: {
      label: 'Match found',
      kind: 'yes-no',
      value: sql`${q.matchFound}`,
      filter: true,
      nullable: true,
      minor: true,
    },
    recommended: {
      label: 'Recommended',
      kind: 'text',
      value: sql`${q.recommendedInstructorName}`,
      filter: true,
      inWords: true,
    },
    noMatchReason: {
      label: 'Why no match',
      kind: 'choice',
      value: sql`${q.noMatchReason}`,
      options: Object.entries(noMatchLabels).map(([value, label]) => ({ value, label })),
      minor: true,
    },
    isTest: { label: 'Test', kind: 'yes-no', value: sql`${q.isTest}`, filter: true },
    sessionId: { label: 'Session', kind: 'text', value: sql`${q.sessionId}`, hidden: true },
    coachId: { label: 'Coach', kind: 'text', value: sql`${q.recommendedInstructorId}`, hidden: true },
  },
  sortedBy: '-createdAt',
  search: {
    label: 'Name, email, city or coach',
    words: sql`(coalesce(${q.contactName}, '') || ' ' || coalesce(${q.contactEmail}, '') || ' ' || ${place} || ' '
      || coalesce(${q.recommendedInstructorName}, ''))`,
  },
}
