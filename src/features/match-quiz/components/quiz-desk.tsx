import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { showFailure } from '#features/back-office/components/use-desk-act.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatCount } from '#platform/money.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { matchQuizClient } from '../client.ts'
import {
  BOOKS_WITHIN_DAYS,
  FIRST_DAY,
  type FunnelCounts,
  stepLabels,
  variantLabels,
  verdictOf,
  wilson,
} from '../figures.ts'
import { stepOrders } from '../quiz.ts'

/**
 * Statistics about the quiz: how far people get in each of the three variants.
 * @param list the list of responses, shown below
 */
export function QuizDesk({ list }: { list: ReactNode }) {
  const [days, setDays] = useState<{ from: string; to?: string }>({ from: FIRST_DAY })
  const isBackwards = days.to !== undefined && days.from > days.to
  const { data, isError, refetch } = useQuery(
    matchQuizClient.funnel.queryOptions({
      input: days,
      staleTime: 0,
      placeholderData: keepPreviousData,
      enabled: !isBackwards,
    }),
  )
  const asked = { from: days.from, to: days.to ?? data?.to ?? '' }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <section aria-labelledby="funnel">
        <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
          <div>
            <h2 id="funnel" className="text-lg font-semibold">
              How far golfers get in the quiz
            </h2>
            <p className="text-sm text-muted">
              Sessions that started on these days, New York time, without tests. Lessons are matched by the
              golfer’s account or by the email address left in the quiz.
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Field label="From">
              <Input
                type="date"
                value={days.from}
                max={asked.to || undefined}
                onChange={({ target }) => target.value && setDays({ ...days, from: target.value })}
              />
            </Field>
            <Field label="To" error={isBackwards ? 'The last day comes before the first' : undefined}>
              <Input
                type="date"
                value={asked.to}
                min={days.from}
                onChange={({ target }) => target.value && setDays({ ...days, to: target.value })}
              />
            </Field>
          </div>
        </div>
        {isBackwards ? (
          <EmptyState title="Choose a last day that is not before the first" />
        ) : isError && !data ? (
          <EmptyState
            title="Failed to load quiz analytics"
            action={<Button onClick={() => void refetch()}>Try again</Button>}
          >
            Nothing was lost. Please try again in a moment.
          </EmptyState>
        ) : data ? (
          <>
            <p role="status" className="mb-3 font-medium">
              Completion rate: {sentence(verdictOf(data.funnels))}. Booking rate:{' '}
              {sentence(verdictOf(data.funnels, 'booked'))}.
            </p>
            <div className="grid gap-4 xl:grid-cols-3">
              {data.funnels.map((funnel) => (
                <Funnel key={funnel.variant} funnel={funnel} days={data} />
              ))}
            </div>
          </>
        ) : (
          <div className="grid gap-4 xl:grid-cols-3">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        )}
      </section>
      {list}
    </div>
  )
}

/** The funnel of one variant: a bar per step, and the same numbers as a table. */
function Funnel({ funnel, days }: { funnel: FunnelCounts; days: { from: string; to: string } }) {
  const { variant, sessions, reached, completed, matched, unmatched } = funnel
  const { followed, booked, bookedMatch, bookedAgain } = funnel
  const steps = [
    ...stepOrders[variant].map((step, at) => ({ label: stepLabels[step], hits: reached[at] ?? 0 })),
    { label: 'Completed', hits: completed },
    { label: 'Match found', hits: matched },
    { label: 'No match', hits: unmatched },
  ]
  const href = `/?${new URLSearchParams({ tab: 'quiz', variant, isTest: 'no', createdAt: `${days.from}..${days.to}` })}`
  return (
    <article className="rounded-card border bg-surface-raised p-4">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-base font-semibold">{variantLabels[variant]}</h3>
        <p className="text-sm text-muted">
          {formatCount(sessions)} {sessions === 1 ? 'session' : 'sessions'}
          {' · '}
          {/* A session may have several responses, and copies of them. */}
          <Anchor href={href} className="font-medium text-brand underline-offset-4 hover:underline">
            Responses
          </Anchor>
        </p>
      </div>
      <Shares
        caption={`How far ${variantLabels[variant]} sessions got`}
        rows={steps.map((step) => ({ ...step, of: sessions }))}
      />
      <h4 className="mt-5 text-sm font-semibold">Results</h4>
      <p className="text-sm text-muted">
        {followed === 0
          ? `No one finished the quiz ${BOOKS_WITHIN_DAYS} or more days ago yet.`
          : `Of ${formatCount(followed)} who finished and began ${BOOKS_WITHIN_DAYS} days ago or earlier.`}
      </p>
      <Shares
        caption={`Results of ${variantLabels[variant]} sessions`}
        rows={[
          { label: `Booked within ${BOOKS_WITHIN_DAYS} days`, hits: booked, of: followed },
          { label: 'First with their match', hits: bookedMatch, of: booked },
          { label: 'Booked again', hits: bookedAgain, of: booked },
        ]}
      />
    </article>
  )
}

/** A table with a bar and a percentage per row. */
function Shares({ caption, rows }: { caption: string; rows: { label: string; hits: number; of: number }[] }) {
  return (
    <table className="mt-3 w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">Sessions</th>
          <th scope="col">Share (95% interval)</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, hits, of }) => (
          <tr key={label} className="border-t first:border-t-0">
            <th scope="row" className="py-2 pr-2 text-left font-medium">
              {label}
              <span aria-hidden className="mt-1 block h-1.5 overflow-hidden rounded-full bg-line-strong/25">
                <span
                  className="block h-full rounded-full bg-brand"
                  style={{ width: of === 0 ? 0 : `${(hits / of) * 100}%` }}
                />
              </span>
            </th>
            <td className="tabular w-14 py-2 text-right align-top font-semibold">{formatCount(hits)}</td>
            <td className="tabular w-32 py-2 pl-3 text-right align-top text-muted">{shareWords(hits, of)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Lowercases `Too few to tell` for use within a sentence. Names of variants keep their capital. */
const sentence = (verdict: string) => (verdict.startsWith('Too') ? verdict.toLowerCase() : verdict)

/** `62 % (53–70)`. */
function shareWords(hits: number, of: number): string {
  if (of === 0) return '–'
  const { low, high } = wilson(hits, of)
  const percent = (share: number) => Math.round(share * 100)
  return `${percent(hits / of)}% (${percent(low)}–${percent(high)})`
}

/** Marks all rows of a session as test or real. */
export function TestToggle({ sessionId, isTest }: { sessionId: string; isTest: boolean }) {
  const queryClient = useQueryClient()
  const mark = useMutation(
    matchQuizClient.markTest.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries()
        toast.success(
          isTest ? 'Counted as real' : 'Counted as a test',
          'All responses of this session were marked.',
        )
      },
      onError: (error) => void showFailure('Failed to update test status')(readProblem(error)),
    }),
  )
  return (
    <Button size="sm" loading={mark.isPending} onClick={() => mark.mutate({ sessionId, isTest: !isTest })}>
      {isTest ? 'Mark as real' : 'Mark as test'}
    </Button>
  )
}
