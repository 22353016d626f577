import { useQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Clock, XCircle } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#platform/time.ts'
import { profileLimits } from '../profile-limits.ts'
import type { CredentialState } from '../requests/schema.ts'
import { CheckDialog } from './check-dialog.tsx'
import { EditorSection } from './editor-section.tsx'
import { LineList } from './line-list.tsx'
import { credentialStatesQuery } from './requests-queries.ts'
import type { SectionProps } from './section-props.ts'

/** The coach's certificates with their verification states. */
export function CredentialSection({ words, onChange, faults, userId }: SectionProps & { userId: string }) {
  const queryClient = useQueryClient()
  const states = useQuery(credentialStatesQuery)
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <EditorSection
      title="Credentials"
      description="Request a check of a certificate. A checked certificate shows a badge and the date on your profile."
    >
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
        note={(line) => (
          <CheckState
            state={states.data?.find(({ credential }) => credential === line.trim())}
            isSaved={
              !line.trim() || !states.data || states.data.some((one) => one.credential === line.trim())
            }
            onAsk={() => setAsked(line.trim())}
          />
        )}
      />
      {asked ? (
        <CheckDialog
          userId={userId}
          credential={asked}
          onClose={() => setAsked(null)}
          onAsked={() => queryClient.invalidateQueries({ queryKey: credentialStatesQuery.queryKey })}
        />
      ) : null}
    </EditorSection>
  )
}

function CheckState(props: { state: CredentialState | undefined; isSaved: boolean; onAsk: () => void }) {
  const { state } = props
  const lineClass = 'mt-1 flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-sm text-muted [&_svg]:size-4'
  if (!state) return props.isSaved ? null : <p className={lineClass}>Save your profile to request a check.</p>
  const ask = (label: string) => (
    <button type="button" onClick={props.onAsk} className="text-link min-h-6 font-medium">
      {label}
      <span className="sr-only"> of {state.credential}</span>
    </button>
  )
  switch (state.state) {
    case 'checked':
      return (
        <p className={lineClass}>
          <BadgeCheck aria-hidden className="text-green" />
          <span className="text-green">Checked {state.on ? formatDate(state.on) : ''}</span>
        </p>
      )
    case 'asked':
      return (
        <p className={lineClass}>
          <Clock aria-hidden />
          Asked {state.on ? formatDate(state.on) : ''}. We look at it within a few days.
        </p>
      )
    case 'refused':
      return (
        <p className={lineClass}>
          <XCircle aria-hidden className="text-red" />
          <span dir="auto" className="wrap-anywhere">
            Not confirmed{state.refusal ? `: ${state.refusal}` : ''}
          </span>
          {ask('Ask again')}
        </p>
      )
    case 'none':
      return <p className={lineClass}>Not checked. {ask('Ask for a check')}</p>
  }
}
