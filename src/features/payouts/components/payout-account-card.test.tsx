import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PayoutAccountView } from '../schema.ts'
import { PayoutAccountCard } from './payout-account-card.tsx'
import { accountQuery } from './settings-queries.ts'

function cardFor(account: Pick<PayoutAccountView, 'status' | 'blockedBy'>) {
  const client = new QueryClient()
  client.setQueryData(accountQuery.queryKey, { ...account, answerBy: null, zone: 'America/New_York' })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PayoutAccountCard />
    </QueryClientProvider>,
  )
}

test('a new coach whose data Stripe checks reads that there is nothing to do', () => {
  const card = cardFor({ status: 'pending', blockedBy: 'review' })
  expect(card).toContain('Stripe is checking your account')
  expect(card).not.toContain('<button')
})

test('a new coach whom Stripe asks for more goes on there', () => {
  const card = cardFor({ status: 'pending', blockedBy: 'questions' })
  expect(card).toContain('Stripe needs more information')
  expect(card).toContain('Continue with Stripe')
})
