import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { BringDialog } from './bring-dialog.tsx'

const preview = { headings: [], mapping: [], sample: [], bad: [], badCount: 0, durations: [60], lessons: 0 }
vi.mock('../client.ts', () => ({
  studentsClient: {
    key: () => ['students'],
    previewStudents: { call: async () => ({ ...preview, newCount: 30, knownCount: 0 }) },
    /** The answer of a process of the previous version. */
    bringStudents: { call: async () => ({ newCount: 30, knownCount: 0, bad: [], badCount: 0 }) },
  },
}))
vi.mock('#platform/text-file.ts', () => ({ readTextFile: async () => 'Name\nSam Rivera' }))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

let close = async () => {}
afterEach(() => close())

test('the letter is offered after an import that a process of the previous version answers', async () => {
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <BringDialog onClose={() => undefined} onLetter={() => undefined} />
    </QueryClientProvider>,
  )
  close = unmount
  const button = (label: string) =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
  await eventually(() => expect(page.querySelector('input[type=file]')).not.toBeNull())
  const input = page.querySelector('input[type=file]')
  Object.defineProperty(input, 'files', { value: [{ size: 20 }] })
  input?.dispatchEvent(new window.Event('change', { bubbles: true }))
  await eventually(() => expect(button('Bring 30 students')).toBeDefined())
  button('Bring 30 students')?.click()
  await eventually(() => expect(button('See the letter')).toBeDefined())
})
