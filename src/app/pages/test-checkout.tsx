import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { isCardRefusal, pathWithin } from '#features/payments/card.ts'
import { paymentsClient } from '#features/payments/client.ts'
import { ANOTHER_CARD } from '#features/payments/components/card-choice.tsx'
import { CardForm } from '#features/payments/components/card-form.tsx'
import { CheckoutFrame } from '#features/payments/components/checkout-frame.tsx'
import { ClosedCheckout } from '#features/payments/components/closed-checkout.tsx'
import { OrderSummary } from '#features/payments/components/order-summary.tsx'
import { usePay } from '#features/payments/components/use-pay.ts'
import { readProblem } from '#platform/api-problem.ts'
import { textParam } from '#platform/search-params.ts'
import { siteName } from '#platform/site-name.ts'
import { LinkButton } from '#ui/link-button.tsx'

/** The local payment processor's checkout. A real processor hosts such a page on its own site. The test cards charge no money. */
export const Route = createFileRoute('/checkout/$sessionId')({
  validateSearch: (raw: Record<string, unknown>): { problem?: string | undefined } => ({
    problem: textParam(raw.problem),
  }),
  loader: async ({ context, params }) => {
    try {
      await context.queryClient.fetchQuery(checkoutQuery(params.sessionId))
    } catch (error) {
      if (['no_such_checkout', 'bad_input'].includes(readProblem(error).code)) throw notFound()
      throw error
    }
  },
  head: () => ({ meta: [{ title: 'Test checkout' }, { name: 'robots', content: 'noindex' }] }),
  server: { handlers: { POST: ({ request, params }) => answerForm(request, params.sessionId) } },
  component: TestCheckoutPage,
  notFoundComponent: UnknownCheckout,
})

const checkoutQuery = (sessionId: string) =>
  paymentsClient.testCheckout.queryOptions({ input: { sessionId }, staleTime: 0, refetchOnWindowFocus: true })

function TestCheckoutPage() {
  const { sessionId } = Route.useParams()
  const { problem } = Route.useSearch()
  const { data: checkout } = useSuspenseQuery(checkoutQuery(sessionId))
  const pay = usePay(sessionId)
  return (
    <CheckoutFrame summary={<OrderSummary checkout={checkout} onExpire={pay.reload} />}>
      {checkout.status === 'open' ? (
        <CardForm
          checkout={checkout}
          pay={pay}
          problem={problem && isCardRefusal(problem) ? problem : undefined}
        />
      ) : (
        <ClosedCheckout checkout={checkout} />
      )}
    </CheckoutFrame>
  )
}

function UnknownCheckout() {
  return (
    <CheckoutFrame summary={<p className="text-sm font-medium text-muted">{siteName}</p>}>
      <h1 className="font-sans text-2xl font-semibold">There is no such checkout</h1>
      <p className="mt-2 text-muted">
        The link may be incomplete or expired. You were not charged. My Lessons shows your bookings and open
        payments.
      </p>
      <LinkButton href="/lessons" className="mt-6">
        See your lessons
      </LinkButton>
    </CheckoutFrame>
  )
}

/** Handles the form without JavaScript: makes the same two calls and redirects to the next page. */
async function answerForm(request: Request, sessionId: string): Promise<Response> {
  const form = await request.formData()
  const field = (name: string) => String(form.get(name) ?? '')
  const isSaved = form.has('card') && field('card') !== ANOTHER_CARD
  try {
    const { redirectTo } =
      field('intent') === 'leave'
        ? await paymentsClient.abandonTestCheckout.call({ sessionId })
        : await paymentsClient.payTestCheckout.call({
            sessionId,
            ...(isSaved
              ? { cardId: field('card') }
              : {
                  number: field('number'),
                  expiry: field('expiry'),
                  cvc: field('cvc'),
                  keepCard: form.has('keep'),
                }),
          })
    return seeOther(pathWithin(redirectTo))
  } catch (error) {
    const { code: reason } = readProblem(error)
    return seeOther(
      `/checkout/${encodeURIComponent(sessionId)}?problem=${isCardRefusal(reason) ? reason : 'invalid_number'}`,
    )
  }
}

const seeOther = (location: string) => new Response(null, { status: 303, headers: { location } })
