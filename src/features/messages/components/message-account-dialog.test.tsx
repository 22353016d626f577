import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AccountDialogProps } from '#features/accounts/components/account-dialog.tsx'
import type { Me } from '#features/accounts/schema.ts'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { currentToast } from '#ui/toast-store.ts'
import { MessageAccountDialog } from './message-account-dialog.tsx'

let role: Me['role'] = 'student'
vi.mock('#features/accounts/components/account-dialog.tsx', () => ({
  AccountDialog: ({ more, onEntered }: AccountDialogProps) => {
    const me = {
      userId: '5d000000-0000-4000-8000-000000000001',
      role,
      fullName: 'Tom Reed',
      email: 't@t.test',
    }
    return (
      <>
        {more?.fields({})}
        <button type="button" onClick={() => void onEntered(me, { isNew: false })}>
          Sign in and send
        </button>
      </>
    )
  },
}))
/** What happened after signing in. */
const happened: string[] = []
vi.mock('#features/accounts/components/use-on-signed-in.ts', () => ({
  useOnSignedIn: () => async () => void happened.push('signed in'),
}))
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => async (to: { to: string }) => void happened.push(to.to),
}))
vi.mock('./use-request-text.ts', () => ({ useRequestText: () => null }))
vi.mock('./use-sender.ts', () => ({
  threadTo: (to: object) => to,
  pageSenderOf: () => {
    let onSent = (_message: object, _sent: object) => {}
    return {
      onSent: (listener: typeof onSent) => {
        onSent = listener
        return () => undefined
      },
      subscribe: () => () => undefined,
      add: (message: { content: string }) => {
        happened.push(`sent: ${message.content}`)
        onSent(message, { conversationId: '5c000000-0000-4000-8000-000000000001' })
      },
    }
  },
}))

let close = async () => {}
beforeEach(() => {
  happened.splice(0)
  currentToast.set(() => null)
})
afterEach(() => close())

/** Writes a message to a coach and signs in to an existing account. */
async function signInAndSend(as: Me['role']) {
  role = as
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MessageAccountDialog
        coach={{ id: 'c0ac0001-0000-4000-8000-000000000001', name: 'Coach Maya' }}
        open
        onOpenChange={(isOpen) => isOpen || happened.push('closed')}
      />
    </QueryClientProvider>,
  )
  close = unmount
  const field = () => page.querySelector('textarea')
  await eventually(() => expect(field()).not.toBeNull())
  typeInto(field(), 'My slice is back')
  await eventually(() => expect(field()?.value).toBe('My slice is back'))
  page.querySelector('button')?.click()
  await eventually(() => expect(happened).toContain('signed in'))
}

test('the message of a student who signs in is sent', async () => {
  await signInAndSend('student')
  expect(happened).toEqual(['sent: My slice is back', 'closed', '/inbox', 'signed in'])
  expect(currentToast.get()?.title).toBe('Your message has been sent')
})

test.each([
  ['coach', 'signed in as a coach'],
  ['admin', 'signed in as an admin'],
  ['prospect', 'demo account'],
] as const)('signing in as %s to send a message tells that it was not sent', async (as, reason) => {
  await signInAndSend(as)
  expect(happened).toEqual(['closed', 'signed in'])
  expect(currentToast.get()).toMatchObject({ tone: 'error', title: 'Your message was not sent' })
  expect(currentToast.get()?.description).toContain(reason)
})
