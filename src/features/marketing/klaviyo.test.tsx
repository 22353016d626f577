import { environmentManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { Klaviyo } from './klaviyo.tsx'

const state = {
  provider: 'klaviyo',
  people: 2_000,
  optedOut: 3,
  last: null as object | null,
  isRunning: true,
}
vi.mock('./client.ts', () => ({
  marketingClient: {
    state: {
      queryOptions: (more: object) => ({ queryKey: ['crm'], queryFn: async () => ({ ...state }), ...more }),
    },
  },
}))

let close = async () => {}
afterEach(async () => {
  await close()
  vi.useRealTimers()
})

test('the end of a sync that another tab started is shown without a reload', async () => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <Klaviyo />
    </QueryClientProvider>,
  )
  close = unmount
  await eventually(() => expect(page.textContent).toContain('A sync is running.'))
  Object.assign(state, { isRunning: false, last: { at: '2026-12-01T15:00:00Z', synced: 1_999, failed: 1 } })
  vi.advanceTimersByTime(3_000)
  await eventually(() => expect(page.textContent).toContain('1,999 synced'))
  expect(page.textContent).not.toContain('A sync is running.')
  expect(page.querySelector('button')?.disabled).toBe(false)
})
