import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Banknote, HandCoins, Wallet } from 'lucide-react'
import { titleHead } from '#app/title-head.ts'
import { COMPLETES_AFTER_HOURS } from '#features/bookings/completion/completion.ts'
import { PLATFORM_FEE_PERCENT } from '#features/ledger/fee.ts'
import { payoutsClient } from '#features/payouts/client.ts'
import { AccountNotice } from '#features/payouts/components/account-notice.tsx'
import { HeldList, ListHead, TaughtList } from '#features/payouts/components/earnings-lists.tsx'
import { NextPayout } from '#features/payouts/components/next-payout.tsx'
import { PayoutRows } from '#features/payouts/components/payout-list.tsx'
import { accountQuery } from '#features/payouts/components/settings-queries.ts'
import { PAID_OUT_AFTER_HOURS, PAYOUTS_PER_PAGE } from '#features/payouts/payout.ts'
import { LINES_PER_PAGE } from '#features/payouts/statements/schema.ts'
import { type StatementColumn, statementColumns } from '#features/payouts/statements/statement-columns.ts'
import { StatementLines } from '#features/payouts/statements/statement-lines.tsx'
import { YearStatement } from '#features/payouts/statements/year-statement.tsx'
import { formatMoney } from '#platform/money.ts'
import { choiceParam, countParam } from '#platform/search-params.ts'
import { siteName } from '#platform/site-name.ts'
import { formatHours } from '#platform/time.ts'
import { useLive } from '#platform/use-live.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { StatCard } from '#ui/stat-card.tsx'

const payoutsQuery = (page: number, isSent = false) =>
  payoutsClient.list.queryOptions({ input: { page, isSent: isSent ? 'true' : 'false' }, staleTime: 0 })
const heldQuery = payoutsClient.held.queryOptions({ staleTime: 0 })
const taughtQuery = payoutsClient.taught.queryOptions({ staleTime: 0 })
/** A year of the statement; the present one when none is asked for. */
const statementQuery = (year: number | undefined) =>
  payoutsClient.statement.queryOptions({ input: { year }, staleTime: 0 })
const linesQuery = ({ year = 2000, month, of, page = 1 }: Search) =>
  payoutsClient.statementLines.queryOptions({ input: { year, month, of, page }, staleTime: 0 })

interface Search {
  page?: number | undefined
  year?: number | undefined
  month?: number | undefined
  of?: StatementColumn | undefined
  show?: Shown | undefined
}

/** The lists that the figures at the top lead to. */
const shownLists = ['held', 'taught', 'sent'] as const
type Shown = (typeof shownLists)[number]

/** Whether the lines of a statement are asked for, in place of the list of shares. */
const asksForLines = ({ year, month, of }: Search) => year !== undefined && (month ?? of) !== undefined

/** What a coach has earned: held, sent, and where each lesson's share is. */
export const Route = createFileRoute('/_shell/_coach/earnings-payouts')({
  validateSearch: (raw: Record<string, unknown>): Search => ({
    page: countParam(raw.page, 1, 500),
    year: countParam(raw.year, 2000, 2200),
    month: countParam(raw.month, 1, 12),
    of: choiceParam(statementColumns, raw.of),
    show: choiceParam(shownLists, raw.show),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const reading = Promise.all([
      asksForLines(deps)
        ? queryClient.prefetchQuery(linesQuery(deps))
        : queryClient.prefetchQuery(payoutsQuery(deps.page ?? 1, deps.show === 'sent')),
      queryClient.prefetchQuery(statementQuery(deps.year)),
      queryClient.prefetchQuery(accountQuery),
      queryClient.prefetchQuery(heldQuery),
      queryClient.prefetchQuery(taughtQuery),
    ])
    if (import.meta.env.SSR) await reading
  },
  head: titleHead('Earnings & Payouts'),
  component: EarningsPage,
})

/** What could not be read is not nothing. */
const figure = (cents: number | undefined) => (cents === undefined ? '–' : formatMoney(cents))

function EarningsPage() {
  const { me } = Route.useRouteContext()
  const search = Route.useSearch()
  const { page = 1, year, month, of, show } = search
  const hasLines = asksForLines(search)
  const queryClient = useQueryClient()
  const payouts = useQuery({ ...payoutsQuery(page, show === 'sent'), placeholderData: keepPreviousData })
  const statement = useQuery({ ...statementQuery(year), placeholderData: keepPreviousData })
  const lines = useQuery({ ...linesQuery(search), enabled: hasLines, placeholderData: keepPreviousData })
  const account = useQuery(accountQuery)
  const held = useQuery(heldQuery)
  const taught = useQuery(taughtQuery)
  useLive(me ? [`user:${me.userId}`] : [], () => {
    void queryClient.invalidateQueries({ queryKey: payoutsClient.key() })
  })
  const { data } = payouts
  return (
    <main className="wrap max-w-5xl py-8 sm:py-10">
      <PageHeader
        title="Earnings & Payouts"
        lead={`We pay your share ${formatHours(PAID_OUT_AFTER_HOURS)} after a lesson is completed. Mark it as completed yourself, or it completes automatically ${formatHours(COMPLETES_AFTER_HOURS)} after it ends. ${siteName} keeps ${PLATFORM_FEE_PERCENT}% of what the student pays and charges no other fees.`}
        actions={
          <LinkButton href="/payment-settings" size="sm">
            Payment Settings
          </LinkButton>
        }
      />
      {account.data ? <AccountNotice account={account.data} className="mt-6" /> : null}
      {held.data ? (
        <NextPayout held={held.data} />
      ) : held.isError ? (
        <Alert
          tone="error"
          className="mt-6"
          title="What is held for you could not be loaded."
          action={
            <Button size="sm" onClick={() => void held.refetch()}>
              Try again
            </Button>
          }
        />
      ) : (
        <Skeleton className="mt-6 h-40 w-full" />
      )}
      <div className="@container mt-3">
        <div className="grid gap-3 @xl:grid-cols-3">
          <StatCard
            label="Taught this year"
            icon={Banknote}
            value={figure(taught.data?.revenueCents)}
            note={`${figure(taught.data?.shareCents)} is your share${taught.data?.directCents ? `, ${formatMoney(taught.data.directCents)} was paid to you directly` : ''}`}
            href="/earnings-payouts?show=taught#lines"
            loading={taught.isPending}
          />
          <StatCard
            label="Held for you"
            icon={HandCoins}
            value={figure(held.data?.heldCents)}
            note="Your share of booked and just finished lessons"
            href="/earnings-payouts?show=held#lines"
            loading={held.isPending}
          />
          <StatCard
            label="Paid out"
            icon={Wallet}
            value={figure(data?.sentCents)}
            note="All time, minus reversals"
            href="/earnings-payouts?show=sent#lines"
            loading={payouts.isPending}
          />
        </div>
      </div>
      <section aria-label="Statements" className="mt-8">
        {statement.data ? (
          <YearStatement statement={statement.data} />
        ) : statement.isError ? (
          <Alert
            tone="error"
            title="Your statements could not be loaded."
            action={
              <Button size="sm" onClick={() => void statement.refetch()}>
                Try again
              </Button>
            }
          />
        ) : (
          <Skeleton className="h-96 w-full" />
        )}
      </section>
      <section id="lines" aria-label={hasLines ? 'Lines' : 'Shares'} className="mt-8 scroll-mt-6">
        {hasLines || show ? null : <h2 className="mb-3 text-xl">Lesson by lesson</h2>}
        {show === 'sent' && data ? (
          <ListHead
            title="Paid out"
            cents={data.sentCents}
            of={`in ${data.total} ${data.total === 1 ? 'payout' : 'payouts'}`}
          />
        ) : null}
        {!hasLines && show === 'held' ? (
          held.data ? (
            <HeldList held={held.data} />
          ) : held.isError ? null : (
            <Skeleton className="h-80 w-full" />
          )
        ) : !hasLines && show === 'taught' ? (
          taught.data ? (
            <TaughtList taught={taught.data} />
          ) : taught.isError ? (
            <Alert
              tone="error"
              title="The lessons you taught could not be loaded."
              action={
                <Button size="sm" onClick={() => void taught.refetch()}>
                  Try again
                </Button>
              }
            />
          ) : (
            <Skeleton className="h-80 w-full" />
          )
        ) : hasLines ? (
          lines.data ? (
            <>
              <StatementLines
                {...lines.data}
                year={year ?? 0}
                month={month}
                of={of}
                zone={statement.data?.zone ?? 'America/New_York'}
              />
              <Pagination
                page={page}
                pageCount={Math.ceil(lines.data.total / LINES_PER_PAGE)}
                hrefFor={(to) =>
                  `/earnings-payouts?${new URLSearchParams({
                    year: String(year),
                    ...(month ? { month: String(month) } : {}),
                    ...(of ? { of } : {}),
                    page: String(to),
                  })}#lines`
                }
                label="Pages of the statement"
              />
            </>
          ) : lines.isError ? (
            <Alert
              tone="error"
              title="This statement could not be loaded."
              action={
                <Button size="sm" onClick={() => void lines.refetch()}>
                  Try again
                </Button>
              }
            />
          ) : (
            <Skeleton className="h-80 w-full" />
          )
        ) : payouts.isPending ? (
          <Skeleton className="h-80 w-full" />
        ) : payouts.isError ? (
          <Alert
            tone="error"
            title="Your payouts could not be loaded."
            action={
              <Button size="sm" onClick={() => void payouts.refetch()}>
                Try again
              </Button>
            }
          />
        ) : payouts.data.payouts.length === 0 ? (
          <NoPayouts page={page} isSent={show === 'sent'} heldCents={payouts.data.heldCents} />
        ) : (
          <>
            <PayoutRows payouts={payouts.data.payouts} />
            <Pagination
              page={page}
              pageCount={Math.ceil(payouts.data.total / PAYOUTS_PER_PAGE)}
              hrefFor={(to) =>
                `/earnings-payouts?${new URLSearchParams({ ...(show ? { show } : {}), page: String(to) })}#lines`
              }
              label="Pages of payouts"
            />
          </>
        )}
      </section>
    </main>
  )
}

function NoPayouts({ page, isSent, heldCents }: { page: number; isSent: boolean; heldCents: number }) {
  if (page > 1)
    return (
      <EmptyState
        icon={Wallet}
        title="Nothing on this page"
        action={
          <LinkButton href={`/earnings-payouts${isSent ? '?show=sent' : ''}#lines`}>Go to page 1</LinkButton>
        }
      />
    )
  if (isSent)
    return (
      <EmptyState icon={Wallet} title="Nothing paid out yet">
        Your share of a lesson is sent {formatHours(PAID_OUT_AFTER_HOURS)} after the lesson is completed.
      </EmptyState>
    )
  return (
    <EmptyState icon={Wallet} title="No completed lessons yet">
      {heldCents > 0
        ? `${formatMoney(heldCents)} is held for lessons that are booked. Each share appears here with its payout date once the lesson is completed.`
        : 'After your first completed lesson, your share appears here with its payout date.'}
    </EmptyState>
  )
}
