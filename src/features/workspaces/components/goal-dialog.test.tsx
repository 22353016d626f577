import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Goal } from '../schema.ts'
import { GoalDialog } from './goal-dialog.tsx'

vi.mock('./workspace-context.ts', () => ({
  useWorkspace: () => ({ view: { today: '2026-11-26' }, pair: {} }),
  useRefreshWorkspaces: () => async () => undefined,
}))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

let close = async () => {}
afterEach(() => close())

test('a goal whose first value is recorded while its dialog is open keeps its measure', async () => {
  const goal = { id: 'goal', title: 'Break 90', measure: 'score', version: 1, values: [] as object[] }
  const dialog = (values: object[]) => (
    <QueryClientProvider client={new QueryClient()}>
      <GoalDialog goal={{ ...goal, values } as unknown as Goal} onClose={() => undefined} />
    </QueryClientProvider>
  )
  const { page, render, unmount } = await mount(dialog([]))
  close = unmount
  const select = () => page.querySelector<HTMLSelectElement>('select[name=measure]')
  const shown = () => [select()?.value, select()?.options.length]
  await eventually(() => expect(select()?.value).toBe('score'))
  const chosen = select()
  if (!chosen) return
  chosen.value = 'putts'
  chosen.dispatchEvent(new window.Event('change', { bubbles: true }))
  await eventually(() => expect(select()?.value).toBe('putts'))
  render(dialog([{ value: 95 }]))
  await eventually(() => expect(shown()).toEqual(['score', 1]))
})
