import { PLATFORM_FEE_PERCENT } from '#features/ledger/fee.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { pageHead } from '../page-head.ts'
import { breadcrumbData, questionsData } from '../structured-data.ts'
import { coachQuestions } from './coach-questions.ts'

/** The head of the landing page for coaches. The page has two URLs; the one given here is canonical. */
export const instructorLandingHead = () =>
  pageHead({
    title: 'Teach golf near you: for instructors',
    description: `Golfers near you book an open time and pay in advance. ${PLATFORM_FEE_PERCENT}% per booked lesson, no monthly fee.`,
    path: '/instructor-landing',
    structuredData: import.meta.env.SSR
      ? [
          breadcrumbData(pageOrigin(), [{ name: 'For instructors', path: '/instructor-landing' }]),
          questionsData(coachQuestions),
        ]
      : [],
  })

/** The head of the software landing page, used by both of its URLs. */
export const softwareLandingHead = () =>
  pageHead({
    title: 'Golf lesson software: scheduling and payments',
    description:
      'Scheduling that cannot double-book, payment with the booking, automatic messages, and your own profile page. For golf coaches.',
    path: '/golf-lesson-software',
    structuredData: import.meta.env.SSR
      ? [breadcrumbData(pageOrigin(), [{ name: 'Golf lesson software', path: '/golf-lesson-software' }])]
      : [],
  })
