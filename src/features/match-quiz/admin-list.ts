import { sql } from 'drizzle-orm'
import type { AdminList } from '#ports/services.ts'
import { stepLabels, variantLabels } from './figures.ts'
import { quizSteps, quizVariants } from './quiz.ts'
import { noMatchLabels } from './ranking.ts'
import { quizResponses } from './tables.ts'

const q = quizResponses
const place = sql`coalesce(${q.locationCity} || ', ' || ${q.locationState}, ${q.locationCity}, ${q.locationState}, '')`

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
    experienceLevel: { label: 'Level', kind: 'text', value: sql`${q.experienceLevel}`, minor: true },
    goals: { label: 'Goals', kind: 'text', value: sql`array_to_string(${q.goals}, ', ')`, minor: true },
    lessonType: { label: 'Lesson', kind: 'text', value: sql`${q.lessonType}`, minor: true },
    genderPreference: {
      label: 'Gender asked for',
      kind: 'text',
      value: sql`${q.genderPreference}`,
      minor: true,
    },
    technologies: {
      label: 'Equipment',
      kind: 'text',
      value: sql`array_to_string(${q.technologies}, ', ')`,
      minor: true,
    },
    budget: { label: 'Budget', kind: 'text', value: sql`${q.budget}`, minor: true },
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
