import { Link } from '@tanstack/react-router'
import { Clock, MapPin } from 'lucide-react'
import { weekdays } from '#features/availability/weekdays.ts'
import { centsFromDollars, formatMoney } from '#platform/money.ts'
import { formatDuration } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { timeLabel } from '../onboarding.ts'
import type { FullDraft, OnboardingIssue } from '../schema.ts'
import { stepTitles } from '../steps.ts'

/** What is missing, step by step, or else what students will see. */
export function StepPreview({ draft, issues }: { draft: FullDraft; issues: readonly OnboardingIssue[] }) {
  if (issues.length > 0)
    return (
      <Alert tone="warning" title="Almost there. This is still missing:">
        <ul className="mt-2 flex flex-col gap-1.5">
          {issues.map((issue) => (
            <li key={`${issue.path} ${issue.message}`}>
              <Link
                to="/instructor-onboarding"
                search={{ step: issue.step }}
                className="text-link font-semibold"
              >
                {stepTitles[issue.step]}
              </Link>
              : {issue.message}
            </li>
          ))}
        </ul>
      </Alert>
    )
  return (
    <article aria-label="Your profile" className="overflow-hidden rounded-card border bg-surface-raised">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 border-b bg-surface-sunken px-5 py-5 sm:grid-cols-[auto_minmax(0,1fr)_auto] sm:px-7">
        <Avatar name={draft.displayName} size="xl" decorative />
        <div>
          <h2 className="text-title break-words">{draft.displayName}</h2>
          <p className="mt-1 flex items-center gap-1.5 text-[0.9375rem] text-muted">
            <MapPin aria-hidden className="size-4 shrink-0" />
            {[draft.locationName, draft.address, draft.zip].filter(Boolean).join(', ')}
          </p>
        </div>
        <p className="leading-tight max-sm:col-span-2">
          <span className="tabular font-display text-[1.75rem] font-[560]">
            {formatMoney(centsFromDollars(draft.hourlyRate))}
          </span>
          <span className="text-muted">/hour</span>
        </p>
      </div>
      <div className="flex flex-col gap-5 px-5 py-6 sm:px-7">
        <p className="leading-relaxed break-words whitespace-pre-line">{draft.bio}</p>
        <ul aria-label="What you teach" className="flex flex-wrap gap-2">
          {[...draft.specialties, ...(draft.credential ? [draft.credential] : [])].map((name) => (
            <li key={name}>
              <Badge icon={null}>{name}</Badge>
            </li>
          ))}
        </ul>
        <ul className="flex flex-col gap-1.5 text-[0.9375rem] text-muted">
          <li>Lessons of {listWords(draft.durations.map(formatDuration))}</li>
          {draft.years ? (
            <li>{Number(draft.years) === 1 ? '1 year of coaching' : `${draft.years} years of coaching`}</li>
          ) : null}
          {draft.launchMonitor ? <li>Launch monitor: {draft.launchMonitor}</li> : null}
        </ul>
        <Week draft={draft} />
      </div>
    </article>
  )
}

function Week({ draft }: { draft: FullDraft }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 border-t pt-5 text-[0.9375rem]">
      {weekdays.map(({ day, name }) => {
        const ranges = draft.hours
          .filter((range) => range.day === day)
          .sort((a, b) => a.from.localeCompare(b.from))
          .map(({ from, to }) => `${timeLabel(from)} to ${timeLabel(to)}`)
        if (ranges.length === 0) return null
        return (
          <div key={day} className="col-span-2 grid grid-cols-subgrid">
            <dt className="flex items-center gap-2 font-medium">
              <Clock aria-hidden className="size-4 text-muted" />
              {name}
            </dt>
            <dd className="tabular text-muted">{ranges.join(', ')}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function listWords(words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}
