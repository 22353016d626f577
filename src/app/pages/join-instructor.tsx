import { createFileRoute } from '@tanstack/react-router'
import { InstructorLanding } from '#features/content/components/instructor-landing.tsx'
import { instructorLandingHead } from '#features/content/components/landing-heads.ts'

/** The coaches’ page under its second address. */
export const Route = createFileRoute('/_shell/join-instructor')({
  head: instructorLandingHead,
  component: InstructorLanding,
})
