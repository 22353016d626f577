import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { InviteDialog } from './invite-dialog.tsx'

vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

test('an invitation that is sent again begins with its message, and gives access only if it did before', () => {
  const form = (givesAccess: boolean) =>
    renderToStaticMarkup(
      <QueryClientProvider client={new QueryClient()}>
        <InviteDialog
          again={{ email: 'pat@golfers.test', name: 'Pat', message: 'See you on the range', givesAccess }}
          onClose={() => undefined}
        />
      </QueryClientProvider>,
    )
  const accessOf = (page: string) => /<input[^>]*name="givesAccess"[^>]*>/.exec(page)?.[0]
  expect(form(false)).toContain('See you on the range</textarea>')
  expect(accessOf(form(false))).toBeDefined()
  expect(accessOf(form(false))).not.toContain('checked=""')
  expect(accessOf(form(true))).toContain('checked=""')
})
