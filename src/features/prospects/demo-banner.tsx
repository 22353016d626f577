import { Link, useLocation } from '@tanstack/react-router'
import { ChevronDown, Eye } from 'lucide-react'
import { Suspense, useCallback, useState } from 'react'
import { COACH_SHARE_PERCENT } from '#features/ledger/fee.ts'
import type { PersonName } from '#platform/actor.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { lazyPart } from '#ui/lazy-part.tsx'
import { isOwnPage } from './demo.ts'

const TrialDialog = lazyPart(() => import('./trial-dialog.tsx'), 'TrialDialog')

/**
 * Above every page a prospect looks at: that it is a demo and whose, what the plans are, and the way to a trial. At home it
 * introduces itself; elsewhere it is one line that opens.
 */
export function DemoBanner({
  prospect,
  coachName,
  location,
}: {
  prospect: PersonName
  coachName: string
  /** City and state; null while it is not known. */
  location: string | null
}) {
  const { pathname } = useLocation()
  const [isAsking, setAsking] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const close = useCallback(() => setAsking(false), [])
  const isHome = /^\/($|instructor($|\/))/.test(pathname)
  const whose = `${coachName}${location ? ` in ${location}` : ''}`
  return (
    <section aria-label="Demo Mode" data-no-print className="border-b bg-red-soft/60">
      <div className="px-4 py-3 sm:px-6">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Badge tone="red" icon={Eye} className="bg-surface-raised">
            Demo Mode
          </Badge>
          <p className="min-w-52 flex-1 text-[0.9375rem]">
            {isHome ? null : isOwnPage(pathname) ? (
              'This page is about your own account.'
            ) : (
              <>
                You see the dashboard of <b className="font-semibold">{whose}</b>. It is read-only.
              </>
            )}
          </p>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Link to="/instructor-onboarding" className="text-link text-[0.9375rem] font-semibold">
              Set up your own profile
            </Link>
            <Button
              variant="brand"
              size="sm"
              aria-haspopup="dialog"
              onClick={() => {
                setOpened(true)
                setAsking(true)
              }}
            >
              Start free trial
            </Button>
          </div>
        </div>
        {isHome ? (
          <div className="mt-3 max-w-[70ch]">
            <h2 className="text-xl">Welcome, {prospect.fullName.split(' ')[0]}. This could be your week.</h2>
            <p className="mt-1 text-[0.9375rem] text-muted">
              You see the dashboard of {whose}: a coach who exists for this demo, with students, lessons and
              payouts to look at. It is read-only, so open everything. Pages with a red outline are those you
              would work with every day.
            </p>
          </div>
        ) : null}
        <Plans isOpen={isHome} key={String(isHome)} />
      </div>
      {wasOpened ? (
        <Suspense>
          <TrialDialog person={prospect} isOpen={isAsking} onClose={close} />
        </Suspense>
      ) : null}
    </section>
  )
}

/** The browser's own disclosure: it opens before scripts load. */
function Plans({ isOpen }: { isOpen: boolean }) {
  return (
    <details open={isOpen} className="group mt-1">
      <summary className="inline-flex min-h-8 list-none items-center gap-1.5 text-sm font-semibold text-brand-text [&::-webkit-details-marker]:hidden">
        What you would get
        <ChevronDown aria-hidden className="size-4 transition-transform group-open:rotate-180" />
      </summary>
      <dl className="mt-1 grid gap-3 pb-1 md:grid-cols-2">
        <div className="rounded-card border bg-surface-raised px-4 py-3">
          <dt className="font-semibold">Basic Lead Generation Plan</dt>
          <dd className="mt-0.5 text-sm text-muted">
            Golfers near you find you, write to you and book your open times. You keep {COACH_SHARE_PERCENT}%
            of each lesson, and there is no monthly fee. Everything in this demo comes with it.
          </dd>
        </div>
        <div className="rounded-card border bg-surface-raised px-4 py-3">
          <dt className="font-semibold">Custom enterprise solutions</dt>
          <dd className="mt-0.5 text-sm text-muted">
            For academies, clubs and ranges with several coaches: we set it up for how you teach, move your
            students over, and agree on terms with you. Start the trial and tell us what you need.
          </dd>
        </div>
      </dl>
    </details>
  )
}
