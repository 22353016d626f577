import { createFileRoute } from '@tanstack/react-router'
import { InstructorLanding } from '../components/instructor-landing.tsx'
import { instructorLandingHead } from '../components/landing-heads.ts'

/** The coaches’ page under its second address. */
export const Route = createFileRoute('/_shell/join-instructor')({
  head: instructorLandingHead,
  component: InstructorLanding,
})
