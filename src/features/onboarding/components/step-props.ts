import type { CoachDraft, FullDraft } from '../schema.ts'

/** What every step of the way gets: the fields it asks for, and how to change them. */
export interface StepProps<Fields extends keyof FullDraft = keyof FullDraft> {
  draft: Pick<FullDraft, Fields>
  onChange: (patch: Pick<CoachDraft, Fields>) => void
  /** By field. */
  faults: Record<string, string>
}
