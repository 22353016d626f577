import { createFileRoute } from '@tanstack/react-router'
import { unlistedHead } from '#app/title-head.ts'
import { CalendarLink } from '#features/bookings/components/calendar-link.tsx'
import { LessonFacts } from '#features/bookings/components/lesson-facts.tsx'
import { loadCheckout, readCheckoutSearch } from '#features/checkout/components/checkout-page.ts'
import { CheckoutStatus } from '#features/checkout/components/checkout-status.tsx'
import { checkoutWords } from '#features/checkout/components/checkout-words.ts'
import { NoCheckout } from '#features/checkout/components/no-checkout.tsx'
import { SeriesLessons } from '#features/checkout/components/series-lessons.tsx'
import { UnpaidNotice } from '#features/checkout/components/unpaid-notice.tsx'
import { useCheckoutResult } from '#features/checkout/components/use-checkout-result.ts'
import { Card } from '#ui/card.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Where the processor sends people back to. That they are here proves nothing; the booking's state decides. */
export const Route = createFileRoute('/_shell/_signed-in/payment-success')({
  validateSearch: readCheckoutSearch,
  loaderDeps: ({ search }) => ({ sessionId: search.session_id }),
  loader: ({ context, deps }) => loadCheckout(context.queryClient, deps.sessionId),
  head: unlistedHead('Your payment'),
  component: PaymentSuccessPage,
  notFoundComponent: NoCheckout,
})

function PaymentSuccessPage() {
  const { session_id: sessionId } = Route.useSearch()
  return sessionId ? <Outcome sessionId={sessionId} /> : <NoCheckout />
}

function Outcome({ sessionId }: { sessionId: string }) {
  const result = useCheckoutResult(sessionId)
  const words = checkoutWords(result)
  const { lesson, state } = result
  return (
    <main className="wrap-text py-12 sm:py-20">
      <CheckoutStatus words={words} />
      <Card className="mt-8">
        <LessonFacts lesson={lesson} people={result.seats} />
        {result.series ? <SeriesLessons {...lesson} series={result.series} /> : null}
        {state === 'confirmed' && !result.series ? (
          <div className="mt-5">
            <CalendarLink lesson={lesson} as="student" what={lesson.title} />
          </div>
        ) : null}
        {state === 'confirmed' && result.packageTitle ? (
          <p className="mt-5 border-t pt-5 text-[0.9375rem] wrap-anywhere">
            This is the first lesson of <strong className="font-semibold">{result.packageTitle}</strong>. The
            others are under My Lessons, ready to book.
          </p>
        ) : null}
      </Card>
      <div className="mt-8 flex flex-wrap gap-3">
        {state === 'confirmed' ? (
          <LinkButton
            href={`/payment-confirmation?session_id=${encodeURIComponent(sessionId)}`}
            variant="primary"
            size="lg"
          >
            See the details
          </LinkButton>
        ) : null}
        <LinkButton
          href={words.next.href}
          variant={state === 'confirmed' || state === 'processing' ? 'secondary' : 'primary'}
          size="lg"
        >
          {words.next.label}
        </LinkButton>
        <UnpaidNotice result={result} className="self-center text-link" />
      </div>
    </main>
  )
}
