/** The onboarding of a coach: five short steps, saved as a draft until the last one. The home page names the next one. */

export const steps = ['you', 'place', 'teaching', 'hours', 'preview'] as const
export type Step = (typeof steps)[number]

export const stepTitles: Readonly<Record<Step, string>> = {
  you: 'Who you are',
  place: 'Where you teach',
  teaching: 'What you teach',
  hours: 'When you teach',
  preview: 'Preview and go live',
}
