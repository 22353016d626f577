import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ListChecks, RotateCcw } from 'lucide-react'
import { backOfficeClient } from '#features/back-office/client.ts'
import { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { Moment } from '#features/back-office/components/moment.tsx'
import { ViewPrefix } from '#features/back-office/components/use-view.ts'
import type { RowShown } from '#features/back-office/schema.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatCount } from '#platform/money.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useNow } from '#platform/use-now.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { operationsClient } from '../client.ts'
import { jobLabel, scheduleWords } from '../job-words.ts'
import type { JobQueueShown } from '../schema.ts'

const list = 'failed-jobs'

/** What the product does in the background: jobs that were given up, and how every kind of job is doing. */
export function Jobs() {
  return (
    <div className="grid grid-cols-1 gap-10">
      <section aria-labelledby="failed-jobs">
        <h2 id="failed-jobs" className="mb-3 text-lg font-semibold">
          Failed jobs
        </h2>
        <AdminListView
          list={list}
          label="Failed jobs"
          failure="Failed to load the failed jobs"
          empty={{
            icon: ListChecks,
            title: 'Nothing failed',
            text: 'A job that still fails on its last try appears here for a week, with what went wrong.',
          }}
          cells={{ about: (row) => <About row={row} /> }}
          actions={(row) => <RetryOne row={row} />}
        />
      </section>
      <section aria-labelledby="failed-items">
        <h2 id="failed-items" className="mb-3 text-lg font-semibold">
          Failed job items
        </h2>
        <ViewPrefix value="items">
          <AdminListView
            list="failed-items"
            label="Failed job items"
            failure="Failed to load the items"
            empty={{
              icon: ListChecks,
              title: 'No failed items',
              text: 'A lesson, proposal or payout that a repeating job could not handle appears here until it can.',
            }}
            cells={{ job: (row) => jobLabel(String(row.cells.job)) }}
          />
        </ViewPrefix>
      </section>
      <Queues />
    </div>
  )
}

/** `welcome, userId 0b6a…`: a line each; people are linked. */
function About({ row }: { row: RowShown }) {
  const facts = String(row.cells.about ?? '')
  if (!facts) return <span className="text-muted">–</span>
  return (
    <ul className="text-[0.8125rem]">
      {facts.split(', ').map((fact) => {
        const [name = '', id] = fact.split(' ')
        const isPerson = /^(user|coach|student|instructor)Id$/.test(name)
        return (
          <li key={fact} className="whitespace-nowrap" title={fact}>
            {!id ? (
              <code>{name}</code>
            ) : isPerson ? (
              <Anchor href={`/admin/users/${id}`} className="underline underline-offset-4">
                {name.replace('Id', '')} {id.slice(0, 8)}
              </Anchor>
            ) : (
              <span className="text-muted">
                {name.replace('Id', '')} {id.slice(0, 8)}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Gives jobs one more try and reads the page again. */
function useRetry() {
  const queryClient = useQueryClient()
  const { busy, attempt } = useAttempt()
  const retry = (what: { ids?: string[]; filters?: Record<string, string>; shown: number }) =>
    attempt(async () => {
      try {
        const answer = await backOfficeClient.act.call({ list, act: 'retry', q: '', filters: {}, ...what })
        if (!answer.ok) toast.error('Nothing was changed', 'The list has changed since. Please look again.')
        else if (answer.changed.length === 0)
          toast.error('Nothing was changed', 'This type of job is no longer used.')
        else toast.success(answer.changed.length === 1 ? 'Retrying' : 'They are being tried again')
      } catch (error) {
        toast.error('Could not try again', readProblem(error).message ?? undefined)
      }
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: backOfficeClient.list.key() }),
        queryClient.invalidateQueries({ queryKey: operationsClient.jobs.key() }),
      ])
    })
  return { busy, retry }
}

function RetryOne({ row }: { row: RowShown }) {
  const { busy, retry } = useRetry()
  return (
    <Button size="sm" loading={busy} onClick={() => void retry({ ids: [row.id], shown: 1 })}>
      <RotateCcw aria-hidden />
      Try again
      <span className="sr-only">: {jobLabel(String(row.cells.queue))}</span>
    </Button>
  )
}

/** Every kind of job; read again every ten seconds while it is looked at. */
function Queues() {
  const { data, isError, refetch } = useQuery(
    operationsClient.jobs.queryOptions({ staleTime: 0, refetchInterval: 10_000 }),
  )
  const now = useNow(10_000)
  return (
    <section aria-labelledby="job-queues">
      <h2 id="job-queues" className="mb-3 text-lg font-semibold">
        All background jobs
      </h2>
      {data ? (
        <QueueTable queues={data} now={now} />
      ) : isError ? (
        <EmptyState
          title="Failed to load the background jobs"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          Nothing was lost. Please try again in a moment.
        </EmptyState>
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </section>
  )
}

/** A table on a wide screen, a list on a phone. */
function QueueTable({ queues, now }: { queues: JobQueueShown[]; now: number | null }) {
  const isWide = useMediaQuery('(min-width: 48rem)', true)
  if (!isWide)
    return (
      <ul aria-label="All background jobs" className="divide-y rounded-card border bg-surface-raised text-sm">
        {queues.map((queue) => (
          <li key={queue.name} className="grid gap-0.5 px-4 py-3">
            <span className="text-base font-medium">{jobLabel(queue.name)}</span>
            <span className="text-muted">
              {howOften(queue)}
              {[
                [queue.waiting, 'waiting'],
                [queue.running, 'running'],
              ].map(([count, what]) => (count ? ` · ${formatCount(Number(count))} ${what}` : ''))}
            </span>
            <span>
              <span className="text-muted">Last run </span>
              <Moment instant={queue.lastRun} none="not in the last week" />
            </span>
            {queue.nextRun ? (
              <span>
                <span className="text-muted">Next run </span>
                <Next queue={queue} now={now} />
              </span>
            ) : null}
            {queue.failed > 0 ? (
              <span className="mt-1.5">
                <FailedOfQueue queue={queue} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    )
  return (
    <Table label="Background jobs with their figures" className="text-sm">
      <TableHead>
        <tr>
          <TableHeader>Job</TableHeader>
          <TableHeader>Last run</TableHeader>
          <TableHeader>Next run</TableHeader>
          <TableHeader numeric>Waiting</TableHeader>
          <TableHeader numeric>Running</TableHeader>
          <TableHeader numeric>Failed</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {queues.map((queue) => (
          <TableRow key={queue.name}>
            <TableCell className="py-2">
              <span className="font-medium">{jobLabel(queue.name)}</span>
              <span className="block text-[0.8125rem] text-muted">{howOften(queue)}</span>
            </TableCell>
            <TableCell className="py-2 whitespace-nowrap">
              <Moment instant={queue.lastRun} none="Not in the last week" />
            </TableCell>
            <TableCell className="py-2 whitespace-nowrap">
              <Next queue={queue} now={now} />
            </TableCell>
            <TableCell numeric className="py-2">
              <Count of={queue.waiting} />
            </TableCell>
            <TableCell numeric className="py-2">
              <Count of={queue.running} />
            </TableCell>
            <TableCell numeric className="py-2">
              {queue.failed === 0 ? <Count of={0} /> : <FailedOfQueue queue={queue} />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

const howOften = ({ cron }: JobQueueShown) => (cron ? scheduleWords(cron) : 'When needed')

function Count({ of }: { of: number }) {
  return of === 0 ? <span className="text-muted">0</span> : formatCount(of)
}

/** How many failed, where they are listed, and one more try for all of them. */
function FailedOfQueue({ queue: { name, failed } }: { queue: JobQueueShown }) {
  const { busy, retry } = useRetry()
  const label = jobLabel(name)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      <Anchor href={`/?tab=jobs&queue=${name}`}>
        <Badge tone="red">{formatCount(failed)} failed</Badge>
        <span className="sr-only">: {label}</span>
      </Anchor>
      <Button
        size="sm"
        loading={busy}
        onClick={() => void retry({ filters: { queue: name }, shown: failed })}
      >
        Try all again
        <span className="sr-only">: {label}</span>
      </Button>
    </span>
  )
}

function Next({ queue, now }: { queue: JobQueueShown; now: number | null }) {
  const { nextRun } = queue
  if (nextRun && now !== null && Date.parse(nextRun) <= now) return 'Now'
  return <Moment instant={nextRun} none={queue.cron ? 'Soon' : 'None planned'} />
}
