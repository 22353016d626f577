import { ORPCError } from '@orpc/client'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { readProblem } from '#platform/api-problem.ts'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { useDeskAct, useRowFailure } from './use-desk-act.ts'

const seen = vi.hoisted(() => ({ told: vi.fn(), refresh: vi.fn() }))
vi.mock('#ui/toast.tsx', () => ({ toast: { error: seen.told, success: seen.told } }))
vi.mock('./list-queries.ts', () => ({ useRefreshLists: () => seen.refresh }))

let close = async () => {}
afterEach(async () => {
  await close()
  vi.restoreAllMocks()
  vi.clearAllMocks()
})

function Approve({ answer }: { answer: () => Promise<unknown> }) {
  const { act } = useDeskAct('Failed to approve the review')
  return <button type="button" onClick={() => void act(answer, 'Approved')} />
}

function RefusalForm({ error }: { error: unknown }) {
  const fail = useRowFailure('Failed to refuse the review')
  return <button type="button" onClick={() => fail(readProblem(error))} />
}

const gone = 'This review was answered in the meantime.'

async function press(content: ReactNode) {
  const { page, unmount } = await mount(content)
  close = unmount
  await eventually(() => expect(page.querySelector('button')).not.toBeNull())
  page.querySelector('button')?.click()
}

test.each([
  { what: 'is done', answer: async () => undefined, told: 'Approved', refreshes: 1 },
  {
    what: 'is refused because another admin was first',
    answer: () => Promise.reject(new ORPCError('no_such_review', { status: 404, message: gone })),
    told: gone,
    refreshes: 1,
  },
  {
    what: 'does not reach the server',
    answer: () => Promise.reject(new TypeError('Failed to fetch')),
    told: 'Failed to approve the review',
    refreshes: 0,
  },
])('an action that $what reads the lists again $refreshes times', async ({ answer, told, refreshes }) => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await press(<Approve answer={answer} />)
  await eventually(() => expect(seen.told).toHaveBeenCalledWith(told))
  await eventually(() => expect(seen.refresh).toHaveBeenCalledTimes(refreshes))
})

test.each([
  {
    what: 'is refused',
    error: new ORPCError('no_such_review', { status: 404, message: gone }),
    told: gone,
    refreshes: 1,
  },
  {
    what: 'does not reach the server',
    error: new TypeError('Failed to fetch'),
    told: 'Failed to refuse the review',
    refreshes: 0,
  },
])(
  'a form about a row that $what reads the lists again $refreshes times',
  async ({ error, told, refreshes }) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await press(<RefusalForm error={error} />)
    await eventually(() => expect(seen.told).toHaveBeenCalledWith(told))
    expect(seen.refresh).toHaveBeenCalledTimes(refreshes)
  },
)
