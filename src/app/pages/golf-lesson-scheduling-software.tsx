import { createFileRoute } from '@tanstack/react-router'
import { softwareLandingHead } from '#features/content/components/landing-heads.ts'
import { SoftwareLanding } from '#features/content/components/software-landing.tsx'

/** The software for coaches under its second address. */
export const Route = createFileRoute('/_shell/golf-lesson-scheduling-software')({
  head: softwareLandingHead,
  component: SoftwareLanding,
})
