import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { NewToken } from './new-token.tsx'

vi.mock('../client.ts', () => ({ accessTokensClient: {} }))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

let close = async () => {}
afterEach(() => close())

test('a token without a permission leads to the list of permissions', async () => {
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <NewToken onMade={() => undefined} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  close = unmount
  await eventually(() => expect(page.querySelector('[name="name"]')).not.toBeNull())
  typeInto(page.querySelector('[name="name"]'), 'My scores')
  page.querySelector('form')?.requestSubmit()
  await eventually(() => expect(page.textContent).toContain('Choose at least one permission'))
  expect(document.activeElement).toBe(page.querySelector('input[type="checkbox"]'))
})
