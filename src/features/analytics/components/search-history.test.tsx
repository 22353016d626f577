import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { AdminListView } from '#features/back-office/components/admin-list-view.tsx'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { SearchHistory } from './search-history.tsx'

const server = vi.hoisted(() => ({ searches: 2 }))
vi.mock('#ui/anchor.tsx', () => ({ Anchor: ({ children }: ComponentProps<'a'>) => children }))
vi.mock('../client.ts', () => {
  const readTop = async () =>
    server.searches === 0
      ? []
      : [{ query: '28202', searches: server.searches, withoutResult: 0, days: { from: '', to: '' } }]
  return {
    analyticsClient: {
      topSearches: { queryOptions: () => ({ queryKey: ['top'], queryFn: readTop, staleTime: 0 }) },
      markSearch: { call: async () => void server.searches-- },
    },
  }
})
vi.mock('#features/back-office/components/admin-list-view.tsx', () => ({
  AdminListView: ({ actions }: ComponentProps<typeof AdminListView>) => (
    <div>{actions?.({ id: 'one', cells: { isTest: false, query: '28202' } })}</div>
  ),
}))

let close = async () => {}
afterEach(() => close())

test('the most frequent searches are read again when a search was marked as a test [row 138]', async () => {
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <SearchHistory />
    </QueryClientProvider>,
  )
  close = unmount
  await eventually(() => expect(page.textContent).toContain('2 searches'))
  page.querySelector('button')?.click()
  await eventually(() => expect(page.textContent).toContain('1 search'))
  expect(page.textContent).not.toContain('2 searches')
})
