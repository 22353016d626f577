import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { ListPage } from '../schema.ts'
import { ListActs } from './list-acts.tsx'

vi.mock('../client.ts', () => ({ backOfficeClient: {} }))
vi.mock('./list-queries.ts', () => ({ useRefreshLists: () => async () => undefined }))
vi.mock('./use-view.ts', () => ({ useView: () => ({ view: {} }) }))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

let close = async () => {}
afterEach(() => close())

test('an admin who gives no reason is led to its field', async () => {
  const act = { name: 'suspend', label: 'Suspend', tone: 'danger', needsReason: true, canUndo: true }
  const listed = { count: 1, rows: [{}], noun: ['user', 'users'], isMore: false, acts: [act] }
  const { page, unmount } = await mount(
    <ListActs
      list="users"
      page={listed as unknown as ListPage}
      chosen={{ ids: ['user'], isAll: false }}
      onAll={() => undefined}
      onNone={() => undefined}
    />,
  )
  close = unmount
  await eventually(() => {
    const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Suspend')
    if (!button) throw new Error('no button')
    button.click()
  })
  await eventually(() => page.querySelector('form')?.requestSubmit())
  await eventually(() => expect(page.textContent).toContain('Please say why.'))
  expect(document.activeElement).toBe(page.querySelector('textarea'))
})
