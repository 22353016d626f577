import type { OwnProfile } from '../schema.ts'

/** What every part of the editor gets. */
export interface SectionProps {
  words: OwnProfile['words']
  onChange: (patch: Partial<OwnProfile['words']>) => void
  /** By field; of lists also by line, such as `credentials.2`. */
  faults: Record<string, string>
}
