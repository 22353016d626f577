import { createFileRoute } from '@tanstack/react-router'
import { softwareLandingHead } from '#features/content/components/landing-heads.ts'
import { SoftwareLanding } from '#features/content/components/software-landing.tsx'

/** The software for coaches. */
export const Route = createFileRoute('/_shell/golf-lesson-software')({
  head: softwareLandingHead,
  component: SoftwareLanding,
})
