import { createFileRoute } from '@tanstack/react-router'
import { InstructorLanding } from '#features/content/components/instructor-landing.tsx'
import { instructorLandingHead } from '#features/content/components/landing-heads.ts'

/** For coaches. */
export const Route = createFileRoute('/_shell/instructor-landing')({
  head: instructorLandingHead,
  component: InstructorLanding,
})
