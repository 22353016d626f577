import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { SharePage } from '#features/students/components/share-page.tsx'
import { readProblem } from '#platform/api-problem.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { cn } from '#ui/class-names.ts'
import { LinkButton } from '#ui/link-button.tsx'
import { toast } from '#ui/toast.tsx'
import { tasksClient } from '../client.ts'
import type { FirstStepKind } from '../first-steps.ts'
import { tasksQuery } from './coach-home-queries.ts'

interface StepWords {
  title: string
  why: string
  /** The page that does it; sharing is done here. */
  link?: { href: string; label: string }
}

const words: Record<FirstStepKind, StepWords> = {
  portrait: {
    title: 'Add a portrait',
    why: 'People book a face they have seen.',
    link: { href: '/profile-edit', label: 'Add portrait' },
  },
  place: {
    title: 'Say where you teach',
    why: 'Students search by distance.',
    link: { href: '/profile-edit', label: 'Add a place' },
  },
  hours: {
    title: 'Set your hours',
    why: 'Open hours are what students book.',
    link: { href: '/availability', label: 'Set hours' },
  },
  rate: {
    title: 'Set your price',
    why: 'Students see it before they book.',
    link: { href: '/profile-edit', label: 'Set price' },
  },
  visible: {
    title: 'Make your profile visible',
    why: 'Students cannot find you until then.',
    link: { href: '/profile-edit', label: 'Make visible' },
  },
  bank_account: {
    title: 'Connect a bank account',
    why: 'Your share of each lesson is paid out to it.',
    link: { href: '/payment-settings', label: 'Connect' },
  },
  share: { title: 'Share your page', why: 'Golfers you know book first and write the first reviews.' },
}

/** What a new coach does first, until it is done or put away. Draws nothing for everybody else, and while it is asked for. */
export function FirstSteps({ me }: { me: { userId: string; fullName: string } }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(tasksQuery)
  const steps = data?.firstSteps
  if (!steps) return null
  const done = steps.filter(({ isDone }) => isDone).length
  const next = steps.find(({ isDone }) => !isDone)?.kind
  const refresh = () => queryClient.invalidateQueries({ queryKey: tasksClient.key() })

  async function setDismissed(isDismissed: boolean) {
    try {
      await tasksClient.dismissFirstSteps.call({ isDismissed })
      await refresh()
      if (isDismissed)
        toast.success('Put away', 'A hidden profile and a missing bank account still appear in your tasks.', {
          action: { label: 'Undo', onClick: () => void setDismissed(false) },
        })
    } catch (error) {
      toast.error(
        'Not changed',
        readProblem(error).message ?? 'We could not reach the server. Please try again.',
      )
    }
  }
  const noteShare = async () => {
    await tasksClient.noteShare.call().catch(() => undefined)
    await refresh()
  }

  return (
    <Card asChild>
      <section aria-labelledby="first-steps">
        <div className="flex items-start justify-between gap-4">
          <div>
            <h2 id="first-steps" className="text-xl">
              Your first days
            </h2>
            <p className="mt-0.5 text-sm text-muted">
              {done} of {steps.length} done. Each step brings you closer to the first booking.
            </p>
          </div>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label="Put this list away"
            className="-mt-1 -mr-2"
            onClick={() => void setDismissed(true)}
          >
            <X aria-hidden />
          </Button>
        </div>
        <progress
          aria-label="Steps done"
          max={steps.length}
          value={done}
          className="mt-3 h-1.5 w-full appearance-none overflow-hidden rounded-full bg-surface-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-brand"
        />
        <ul className="mt-3 grid gap-x-10 lg:grid-cols-2">
          {steps.map(({ kind, isDone }) => (
            <li
              key={kind}
              className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 border-b border-line py-3 last:border-b-0"
            >
              <span
                aria-hidden
                className={cn(
                  'grid size-6 place-items-center rounded-full border',
                  isDone ? 'border-transparent bg-green-soft text-green' : 'border-line-strong',
                )}
              >
                {isDone ? <Check className="size-4" strokeWidth={2.5} /> : null}
              </span>
              <div className="min-w-0">
                <p className={cn('font-semibold', isDone && 'font-medium text-muted')}>
                  {words[kind].title}
                  {isDone ? <span className="sr-only">, done</span> : null}
                </p>
                {isDone ? null : <p className="text-sm text-muted">{words[kind].why}</p>}
              </div>
              {isDone ? null : kind === 'share' ? (
                <SharePage
                  coachId={me.userId}
                  name={me.fullName}
                  size="sm"
                  onShared={() => void noteShare()}
                />
              ) : (
                <LinkButton
                  size="sm"
                  variant={kind === next ? 'brand' : 'secondary'}
                  href={words[kind].link?.href ?? '/'}
                >
                  {words[kind].link?.label}
                </LinkButton>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  )
}
