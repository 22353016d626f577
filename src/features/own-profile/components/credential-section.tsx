import { profileLimits } from '../profile-limits.ts'
import { EditorSection } from './editor-section.tsx'
import { LineList } from './line-list.tsx'
import type { SectionProps } from './section-props.ts'

/** What somebody can show for it. */
export function CredentialSection({ words, onChange, faults }: SectionProps) {
  return (
    <EditorSection title="Credentials">
      <LineList
        legend="Certificates and memberships"
        hint="Such as PGA Class A Professional. Students can search for it."
        name="credentials"
        noun="Credential"
        addLabel="Add a credential"
        lines={words.credentials}
        most={profileLimits.credentials}
        longest={120}
        onChange={(credentials) => onChange({ credentials })}
        faults={faults}
      />
    </EditorSection>
  )
}
