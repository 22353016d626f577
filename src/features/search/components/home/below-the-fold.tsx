import { CallToAction } from './call-to-action.tsx'
import { Comparison } from './comparison.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LessonTypes } from './lesson-types.tsx'
import { Testimonials } from './testimonials.tsx'
import { TrustAndSafety } from './trust-and-safety.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

/** The sections of the home page below the search. */
export function BelowTheFold() {
  return (
    <>
      <HowItWorks />
      <LessonTypes />
      <Comparison />
      <TrustAndSafety />
      <Testimonials />
      <WhyChooseUs />
      <CallToAction />
    </>
  )
}
