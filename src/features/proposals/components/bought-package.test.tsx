import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { proposalsClient } from '../client.ts'
import type { PackageSale } from '../packages/sales/schema.ts'
import { BoughtPackage } from './bought-package.tsx'

const paymentId = '9a1d0000-0000-4000-8000-000000000001'
const sale: PackageSale = {
  status: 'refunded',
  title: 'Break 90',
  lessons: 5,
  priceCents: 40_000,
  hasGiftPart: false,
  coach: { id: 'c0ac0001-0000-4000-8000-000000000001', label: 'Coach Maya' },
  checkoutUrl: null,
}

function pageOf(change: Partial<PackageSale>): string {
  const queryClient = new QueryClient()
  const { queryKey } = proposalsClient.packageSale.queryOptions({ input: { paymentId } })
  queryClient.setQueryData(queryKey, { ...sale, ...change })
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <BoughtPackage paymentId={paymentId} />
    </QueryClientProvider>,
  )
}

test('a package that could not be opened says what happens to its price', () => {
  const page = pageOf({})
  expect(page).toContain('Coach Maya is not taking lessons at the moment. Your $400')
  expect(page).not.toContain('gift card')
})

test('a package with a part of gift cards names them as a possible reason', () => {
  const page = pageOf({ hasGiftPart: true })
  expect(page).toContain('or your gift card was used for something else. What you paid goes back')
  expect(page, 'gift cards may not have paid their part').not.toContain('$400')
})

test('packages that were read before the payment arrived are read again', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const { queryKey } = proposalsClient.packageSale.queryOptions({ input: { paymentId } })
  const packages = proposalsClient.packages.queryOptions({ input: {} }).queryKey
  queryClient.setQueryData(packages, [])
  queryClient.setQueryData(queryKey, { ...sale, status: 'pending' })
  const { unmount } = await mount(
    <QueryClientProvider client={queryClient}>
      <BoughtPackage paymentId={paymentId} />
    </QueryClientProvider>,
  )
  expect(queryClient.getQueryState(packages)?.isInvalidated).toBe(false)
  queryClient.setQueryData(queryKey, { ...sale, status: 'opened' })
  await eventually(() => expect(queryClient.getQueryState(packages)?.isInvalidated).toBe(true))
  await unmount()
})
