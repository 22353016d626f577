import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { QuizFollowUpDialog } from './quiz-follow-up-tool.tsx'

const toasts: string[] = []
vi.mock('#ui/toast.tsx', () => ({ toast: { error: (title: string) => void toasts.push(title) } }))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))
vi.mock('#features/notifications/components/letter-frame.tsx', () => ({ LetterFrame: () => 'the email' }))

const offline = async (): Promise<unknown> => Promise.reject(new TypeError('Failed to fetch'))
const answers = { preview: offline }
vi.mock('./client.ts', () => ({
  quizFollowUpClient: {
    preview: {
      queryOptions: () => ({ queryKey: ['preview'], queryFn: () => answers.preview(), retry: false }),
    },
    send: { call: async () => Promise.reject(new TypeError('Failed to fetch')) },
  },
}))
const preview = {
  to: 'robin@quiz.test',
  name: 'Robin',
  quizAt: '2026-11-25T15:00:00.000Z',
  plannedFor: '2026-11-26T15:00:00.000Z',
  whyNot: null,
  match: null,
  others: [],
  subject: 'Your match',
  html: '',
}

let close = async () => {}
const log = vi.spyOn(console, 'error')
beforeEach(() => {
  answers.preview = offline
  toasts.splice(0)
  log.mockReset().mockImplementation(() => undefined)
})
afterEach(() => close())

const open = async () => {
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <QuizFollowUpDialog email="robin@quiz.test" onClose={() => undefined} />
    </QueryClientProvider>,
  )
  close = unmount
  return page
}

test('a preview that fails in the dialog of a quiz row is a toast and is logged [row 128]', async () => {
  await open()
  await eventually(() => expect(toasts).toEqual(['Failed to generate preview']))
  expect(log).toHaveBeenCalledWith('Failed to generate preview: offline')
})

test('an email that is not sent from the dialog of a quiz row is a toast and is logged [row 128]', async () => {
  answers.preview = async () => preview
  const page = await open()
  const send = () =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('Send email now'))
  await eventually(() => expect(send()).toBeDefined())
  send()?.click()
  await eventually(() => expect(toasts).toEqual(['Failed to send re-engagement email']))
  expect(log).toHaveBeenCalledWith('Failed to send re-engagement email: offline')
})
