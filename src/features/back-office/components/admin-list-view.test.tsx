import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { AdminListView } from './admin-list-view.tsx'

const refusal = vi.hoisted(() => ({ error: new Error() }))
const toast = vi.hoisted(() => ({ error: vi.fn() }))
vi.mock('#ui/toast.tsx', () => ({ toast }))
vi.mock('./list-toolbar.tsx', () => ({ ListToolbar: () => null }))
vi.mock('./use-view.ts', () => ({ useView: () => ({ view: { q: '', filters: {} } }) }))
vi.mock('./list-queries.ts', () => ({
  useRefreshLists: () => () => undefined,
  listQuery: () => ({ queryKey: ['list'], queryFn: () => Promise.reject(refusal.error), retry: false }),
}))

let close = async () => {}
afterEach(async () => {
  await close()
  vi.restoreAllMocks()
})

const tooSlow = 'That took too long, so we stopped it. Please choose a shorter period, or try again later.'

test.each([
  { error: new TypeError('Failed to fetch'), told: 'Failed to load disputes', code: 'offline' },
  {
    error: new ORPCError('unavailable', { status: 503, message: tooSlow }),
    told: tooSlow,
    code: 'unavailable',
  },
])('an admin reads why a list was not loaded, and it is logged: $code', async ({ error, told, code }) => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  refusal.error = error
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <AdminListView
        list="disputes"
        label="Disputes"
        failure="Failed to load disputes"
        empty={{ icon: Scale, title: 'No disputes', text: '' }}
      />
    </QueryClientProvider>,
    { window: { matchMedia: () => ({ matches: true, addEventListener() {}, removeEventListener() {} }) } },
  )
  close = unmount
  await eventually(() => expect(toast.error).toHaveBeenLastCalledWith(told))
  expect(page.textContent).toContain('Failed to load disputes')
  expect(page.textContent).toContain(told)
  expect(log).toHaveBeenCalledWith(`Failed to load disputes: ${code}`)
})
