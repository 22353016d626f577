import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { mayaProfile } from '#tests/support/coach-profile.ts'
import { eventually } from '#tests/support/eventually.ts'
import { type QuoteState, useQuote } from './use-quote.ts'

/** The times with which the server was asked for the price. */
const asked: unknown[] = []
vi.mock('../client.ts', () => ({
  checkoutClient: {
    quote: {
      queryOptions: ({ input }: { input: { start?: string; durationMinutes: number } }) => ({
        queryKey: ['quote', input],
        queryFn: async () => {
          asked.push(input.start)
          return { durationMinutes: input.durationMinutes, priceCents: 8500, lines: [], package: null }
        },
      }),
    },
  },
}))
vi.mock('#features/discounts/components/use-leaving.ts', () => ({ useLeaving: () => undefined }))

let close = async () => {}
afterEach(() => close())

let quote: QuoteState | undefined
function Price({ start }: { start: string | undefined }) {
  quote = useQuote(mayaProfile, null, {
    locationId: undefined,
    durationMinutes: 60,
    listPriceCents: 8500,
    start,
    mayOffer: false,
  })
  return start
}

test('the price is asked for with the chosen time, and choosing another time does not ask again', async () => {
  const client = new QueryClient()
  const at = (start: string | undefined) => (
    <QueryClientProvider client={client}>
      <Price start={start} />
    </QueryClientProvider>
  )
  const { page, render, unmount } = await mount(at(undefined))
  close = unmount
  await eventually(() => expect(asked).toEqual([undefined]))
  for (const start of ['2026-11-26T15:00:00.000Z', '2026-11-26T16:00:00.000Z']) {
    render(at(start))
    await eventually(() => expect(page.textContent).toBe(start))
  }
  await quote?.reload()
  expect(asked).toEqual([undefined, '2026-11-26T16:00:00.000Z'])
})
