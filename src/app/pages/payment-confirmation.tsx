import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { CalendarLink } from '#features/bookings/components/calendar-link.tsx'
import { DirectionsLink } from '#features/bookings/components/directions-link.tsx'
import { LessonFacts } from '#features/bookings/components/lesson-facts.tsx'
import { loadCheckout, readCheckoutSearch } from '#features/checkout/components/checkout-page.ts'
import { CheckoutStatus } from '#features/checkout/components/checkout-status.tsx'
import { checkoutWords } from '#features/checkout/components/checkout-words.ts'
import { IfPlansChange } from '#features/checkout/components/if-plans-change.tsx'
import { NoCheckout } from '#features/checkout/components/no-checkout.tsx'
import { Receipt } from '#features/checkout/components/receipt.tsx'
import { SeriesLessons } from '#features/checkout/components/series-lessons.tsx'
import { UnpaidNotice } from '#features/checkout/components/unpaid-notice.tsx'
import { useCheckoutResult } from '#features/checkout/components/use-checkout-result.ts'
import { Card, CardHeader } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Everything about a paid lesson: receipt, when and where, calendar, what to do if plans change. */
export const Route = createFileRoute('/_shell/_signed-in/payment-confirmation')({
  validateSearch: readCheckoutSearch,
  loaderDeps: ({ search }) => ({ sessionId: search.session_id }),
  loader: ({ context, deps }) => loadCheckout(context.queryClient, deps.sessionId),
  head: unlistedHead('Your booking'),
  component: PaymentConfirmationPage,
  notFoundComponent: NoCheckout,
})

function PaymentConfirmationPage() {
  const { session_id: sessionId } = Route.useSearch()
  return sessionId ? <Confirmation sessionId={sessionId} /> : <NoCheckout />
}

function Confirmation({ sessionId }: { sessionId: string }) {
  const result = useCheckoutResult(sessionId)
  const words = checkoutWords(result)
  const { lesson, state } = result
  const stands = lesson.status === 'confirmed' || lesson.status === 'completed'
  const isPaid = state === 'confirmed' || state === 'refunded'
  return (
    <main className="wrap max-w-5xl py-12 sm:py-16">
      <CheckoutStatus words={words} title={state === 'confirmed' ? "You're booked" : words.title} />
      <div className="mt-10 grid items-start gap-6 lg:grid-cols-[1.2fr_1fr]">
        <Card>
          <CardHeader
            title={
              result.series
                ? `${result.series.length} weekly lessons`
                : lesson.seat
                  ? lesson.title
                  : stands
                    ? 'Your lesson'
                    : 'The lesson'
            }
          />
          <LessonFacts lesson={lesson} people={result.seats} />
          {result.series ? <SeriesLessons {...lesson} series={result.series} /> : null}
          {stands ? (
            <div className="mt-6 flex flex-wrap gap-2.5" data-no-print>
              {result.series ? (
                <LinkButton href={`/api/bookings/${lesson.id}/calendar.ics?all=true`} size="sm">
                  Add all to your calendar
                </LinkButton>
              ) : (
                <CalendarLink lesson={lesson} as="student" what={lesson.title} />
              )}
              <DirectionsLink place={lesson.location} />
              <LinkButton href={`/compose?instructor=${lesson.coach.id}`} size="sm">
                Message {lesson.coach.label}
              </LinkButton>
            </div>
          ) : null}
        </Card>
        {isPaid ? <Receipt result={result} /> : null}
      </div>
      {lesson.status === 'confirmed' ? <IfPlansChange result={result} /> : null}
      <div className="mt-8 flex flex-wrap items-center gap-3" data-no-print>
        <LinkButton href={words.next.href} variant={state === 'processing' ? 'secondary' : 'brand'} size="lg">
          {words.next.label}
        </LinkButton>
        <UnpaidNotice result={result} className="text-link" />
      </div>
    </main>
  )
}
