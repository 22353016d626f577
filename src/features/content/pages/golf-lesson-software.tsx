import { createFileRoute } from '@tanstack/react-router'
import { softwareLandingHead } from '../components/landing-heads.ts'
import { SoftwareLanding } from '../components/software-landing.tsx'

/** The software for coaches. */
export const Route = createFileRoute('/_shell/golf-lesson-software')({
  head: softwareLandingHead,
  component: SoftwareLanding,
})
