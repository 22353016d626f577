import type { OwnProfile } from '../schema.ts'

/** The props of the editor's sections. */
export interface SectionProps {
  words: OwnProfile['words']
  onChange: (patch: Partial<OwnProfile['words']>) => void
  /** By field; for lists also by line, such as `credentials.2`. */
  faults: Record<string, string>
}
