import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { LoggedMessage } from '../schema.ts'
import { MessageDialog } from './message-dialog.tsx'

const text = vi.hoisted(
  (): LoggedMessage => ({
    id: '5a000000-0000-4000-8000-000000000001',
    channel: 'sms',
    templateKey: 'lesson-reminder',
    templateName: 'Reminder: to the student',
    recipientName: 'Sam Carter',
    recipient: '+17045550111',
    userId: null,
    subject: null,
    status: 'delivered',
    errorMessage: null,
    metadata: {},
    createdAt: '2026-01-01T00:30:00.000Z',
    sentAt: '2026-01-01T00:30:00.000Z',
    deliveryAt: '2026-01-01T05:10:00.000Z',
    deliveryNote: null,
    html: null,
    isDamaged: false,
    text: 'Your lesson is tomorrow.',
    hidesSecrets: false,
    canResend: true,
    suppression: null,
  }),
)
const toast = vi.hoisted(() => ({ success: vi.fn() }))
vi.mock('#ui/toast.tsx', () => ({ toast }))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))
vi.mock('../client.ts', () => ({
  messageLogsClient: {
    find: { queryOptions: () => ({ queryKey: ['message'], queryFn: async () => text }) },
    resend: { call: async () => ({ ok: true }) },
  },
}))

let close = async () => {}
afterEach(() => close())

test('a text of the log has its year, in New York, and is sent again as a text', async () => {
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <MessageDialog channel="sms" id={text.id} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  close = unmount
  await eventually(() => expect(page.textContent).toContain('Wed, Dec 31, 2025, 7:30 PM EST'))
  expect(page.textContent).toContain('Thu, Jan 1, 2026, 12:10 AM EST')
  const again = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Send again')
  again?.click()
  await eventually(() =>
    expect(toast.success).toHaveBeenCalledWith(
      'Sending again',
      'The new text appears in the log once it is sent.',
    ),
  )
})
