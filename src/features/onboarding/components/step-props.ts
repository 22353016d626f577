import type { Draft, FullDraft } from '../schema.ts'

/** What every step of the way gets. */
export interface StepProps {
  draft: FullDraft
  onChange: (patch: Draft) => void
  /** By field. */
  faults: Record<string, string>
}
