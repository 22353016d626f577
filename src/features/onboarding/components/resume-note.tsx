import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { LinkButton } from '#ui/link-button.tsx'
import { steps, stepTitles } from '../steps.ts'
import { resumeQuery } from './resume-query.ts'

/** A link back to an unfinished coaching profile, at the next open step; renders nothing otherwise. */
export function ResumeNote() {
  const { data } = useQuery(resumeQuery)
  if (!data?.next) return null
  return (
    <section aria-label="Your coaching profile" className="border-b bg-brand-soft">
      <div className="wrap flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
        <p className="flex min-w-0 items-center gap-3">
          <NotebookPen aria-hidden className="size-5 shrink-0 text-brand" strokeWidth={1.75} />
          <span>
            <strong className="font-semibold">Your coaching profile is not live yet.</strong>{' '}
            {data.missing.length === 1
              ? `One step is left: ${stepTitles[data.next].toLowerCase()}.`
              : `${data.missing.length} of ${steps.length} steps are left: ${data.missing.map((step) => stepTitles[step].toLowerCase()).join(', ')}.`}
          </span>
        </p>
        <LinkButton href={`/instructor-onboarding?step=${data.next}`} variant="brand">
          Go on with your profile
        </LinkButton>
      </div>
    </section>
  )
}
