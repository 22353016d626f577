import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { ConfirmDialogProps } from '#ui/confirm-dialog.tsx'
import { giftRefusalTexts } from '../gift-card.ts'
import type { BoughtGiftCard } from '../schema.ts'
import { BoughtGiftCards } from './bought-gift-cards.tsx'

const card: BoughtGiftCard = {
  id: '91f70000-0000-4000-8000-000000000001',
  amountCents: 10_000,
  recipientName: 'Alex',
  recipientEmail: null,
  fromName: 'Pat',
  message: null,
  state: 'to_print',
  deliverAt: null,
  deliveredAt: null,
  redeemedAt: null,
  boughtAt: '2026-11-26T15:00:00.000Z',
  refundedCents: 0,
  isBlocked: false,
  mayRefund: true,
  checkoutUrl: null,
}

let failure: Error
vi.mock('../client.ts', () => ({
  giftCardsClient: {
    key: () => ['giftCards'],
    bought: { queryOptions: () => ({ queryKey: ['giftCards', 'bought'], queryFn: async () => [card] }) },
    refund: {
      call: async () => {
        throw failure
      },
    },
  },
}))
vi.mock('#ui/confirm-dialog.tsx', () => ({
  ConfirmDialog: ({ confirmLabel, onConfirm }: ConfirmDialogProps) => (
    <button type="button" onClick={() => void onConfirm()}>
      {confirmLabel}
    </button>
  ),
}))
const shown: string[] = []
vi.mock('#ui/toast.tsx', () => ({ toast: { error: (...texts: string[]) => shown.push(texts.join(': ')) } }))

let close = async () => {}
afterEach(() => close())

async function refund(because: Error): Promise<string | undefined> {
  failure = because
  shown.length = 0
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <BoughtGiftCards justPaid={undefined} />
    </QueryClientProvider>,
  )
  close = unmount
  const button = () =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Refund gift card')
  await eventually(() => expect(button()).toBeDefined())
  button()?.click()
  await eventually(() => expect(shown).toHaveLength(1))
  return shown[0]
}

test('a refund whose answer was lost is not called refused', async () => {
  expect(await refund(new TypeError('Failed to fetch'))).toBe(
    'We could not reach the server: Try again: the refund is sent once.',
  )
})

test('a refund that is refused says why', async () => {
  const message = giftRefusalTexts.gift_refund_late
  expect(await refund(new ORPCError('gift_refund_late', { message }))).toBe(
    `The gift card was not refunded: ${message}`,
  )
})

const shownAs = (more: Partial<BoughtGiftCard>) => {
  const queries = new QueryClient()
  queries.setQueryData(['giftCards', 'bought'], [{ ...card, ...more, mayRefund: false }])
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <BoughtGiftCards justPaid={undefined} />
    </QueryClientProvider>,
  )
}

test('a card that waits for the decision of the buyer’s bank is not said to be on its way', () => {
  const text = shownAs({ state: 'scheduled', recipientEmail: 'alex@example.com', isBlocked: true })
  expect(text).toContain('the gift card cannot be used or sent.')
  expect(text).not.toContain('We are sending it')
})

test('a card that was redeemed says when, and offers neither its code nor a refund', () => {
  const text = shownAs({ state: 'redeemed', redeemedAt: '2026-11-27T15:00:00.000Z' })
  expect(text).toContain('Redeemed on Fri, Nov 27, 2026.')
  expect(text).toContain('Redeemed</span>')
  expect(text).not.toMatch(/Show the code|Get a refund/)
})
