import { createFileRoute } from '@tanstack/react-router'
import { InstructorLanding } from '../components/instructor-landing.tsx'
import { instructorLandingHead } from '../components/landing-heads.ts'

/** For coaches. */
export const Route = createFileRoute('/_shell/instructor-landing')({
  head: instructorLandingHead,
  component: InstructorLanding,
})
