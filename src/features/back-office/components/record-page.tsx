import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoment, OFFICE_ZONE } from '#platform/time.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** The parts of a page about one record of a list, such as a person or a lesson. */

/** The page while it loads, when the record does not exist, when it fails, and with the record. */
export function RecordPage<Data>({
  reading,
  list,
  noun,
  unknown,
  children,
}: {
  reading: { data: Data | undefined; isError: boolean; error: unknown; refetch: () => unknown }
  /** The list it belongs to. */
  list: { href: string; label: string }
  /** `User`. */
  noun: string
  /** How a record that does not exist is recognized, and how it can be found. */
  unknown: { code: string; find: string; hint: string }
  children: (data: Data) => ReactNode
}) {
  const { data, isError, error, refetch } = reading
  const isUnknown = isError && [unknown.code, 'bad_input'].includes(readProblem(error).code)
  const name = noun.toLowerCase()
  return (
    <main className="px-4 py-6 sm:px-6 lg:px-8 lg:py-8">
      <Anchor href={list.href} className="mb-3 inline-block text-sm font-medium text-brand hover:underline">
        {list.label}
      </Anchor>
      {data !== undefined ? (
        children(data)
      ) : isError ? (
        <>
          <PageHeader title={noun} className="mb-5" />
          <EmptyState
            title={isUnknown ? `This ${name} does not exist` : `Failed to load this ${name}`}
            action={
              isUnknown ? (
                <LinkButton href={list.href}>{unknown.find}</LinkButton>
              ) : (
                <Button onClick={() => void refetch()}>Try again</Button>
              )
            }
          >
            {isUnknown ? unknown.hint : 'Please check your connection.'}
          </EmptyState>
        </>
      ) : (
        <>
          <PageHeader title={noun} className="mb-5" />
          <p role="status" className="sr-only">
            Loading…
          </p>
          <Skeleton className="h-40 w-full" />
          <Skeleton className="mt-4 h-96 w-full" />
        </>
      )}
    </main>
  )
}

/** Facts with their names. @param isInline each name and its fact on one line, where there is room */
export function FactList({
  facts,
  isInline = false,
}: {
  facts: readonly (readonly [name: string, value: ReactNode])[]
  isInline?: boolean
}) {
  return (
    <dl
      className={
        isInline
          ? 'grid gap-x-6 gap-y-2 rounded-control border bg-surface p-4 text-sm sm:grid-cols-[auto_1fr]'
          : 'grid gap-2.5 rounded-card border bg-surface-raised p-5 text-sm sm:max-xl:grid-cols-2'
      }
    >
      {facts.map(([name, value]) => (
        // A name can repeat, such as of two disputes; the facts of a record keep their order.
        <div key={`${name} ${typeof value === 'string' ? value : ''}`} className={isInline ? 'contents' : ''}>
          <dt className="text-muted">{name}</dt>
          <dd className="tabular font-medium wrap-anywhere max-sm:mb-1">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The id of a record, for copying. */
export const idFact = (id: string) =>
  [
    'ID',
    <span key="id" className="text-xs font-normal">
      {id}
    </span>,
  ] as const

interface RecordEvent {
  /** ISO 8601, UTC. */
  at: string
  title: string
  detail: string | null
  href?: string | null
  icon?: LucideIcon
  /** What kind of event the icon means. */
  iconLabel?: string
}

/** What happened to a record in all years, with New York times. */
export function EventList({ events }: { events: readonly RecordEvent[] }) {
  return (
    <ol className="divide-y">
      {events.map(({ at, title, detail, href, icon: Icon, iconLabel }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no id, and two can be alike.
        <li key={`${at} ${title} ${index}`} className="flex gap-3 py-2.5 text-sm">
          {Icon ? (
            <Icon aria-hidden strokeWidth={1.75} className="mt-0.5 size-4.5 shrink-0 text-brand" />
          ) : null}
          <div className="min-w-0 flex-1">
            <p className="font-medium wrap-anywhere">
              {iconLabel ? <span className="sr-only">{iconLabel}: </span> : null}
              {href ? (
                <Anchor href={href} className="text-brand hover:underline">
                  <bdi>{title}</bdi>
                </Anchor>
              ) : (
                <bdi>{title}</bdi>
              )}
            </p>
            {detail ? (
              <p className="wrap-anywhere text-muted">
                <bdi>{detail}</bdi>
              </p>
            ) : null}
            <time dateTime={at} className="tabular text-[0.8125rem] text-muted">
              {formatMoment(at, OFFICE_ZONE, { year: true })}
            </time>
          </div>
        </li>
      ))}
    </ol>
  )
}
