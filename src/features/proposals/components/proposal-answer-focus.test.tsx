import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Proposal } from '../schema.ts'
import { ProposalAnswer } from './proposal-answer.tsx'

vi.mock('../client.ts', () => ({ proposalsClient: {} }))
vi.mock('#features/gift-cards/components/use-gift-card.tsx', () => ({ UseGiftCard: () => null }))
vi.mock('#ui/dialog.tsx', async (original) => ({
  ...(await original<object>()),
  ...(await import('#tests/support/plain-dialog.tsx')),
}))

let close = async () => {}
afterEach(() => close())

const times = [
  { start: '2030-05-02T14:00:00.000Z', isOpen: false },
  { start: '2030-05-02T15:00:00.000Z', isOpen: true },
  { start: '2030-05-02T16:00:00.000Z', isOpen: true },
]
const proposal = {
  id: '0199aaaa-0000-7000-8000-000000000001',
  version: 1,
  times,
  zone: 'America/New_York',
  durationMinutes: 60,
  lessons: 1,
  priceCents: 9000,
  packageTerms: null,
  coach: { label: 'Coach Dale' },
  steps: ['accept', 'request_changes'],
}

test('a student who accepts without a time, or asks for changes without words, is led to what is missing', async () => {
  const { page, unmount } = await mount(
    <QueryClientProvider client={new QueryClient()}>
      <ProposalAnswer proposal={proposal as unknown as Proposal} />
    </QueryClientProvider>,
  )
  close = unmount
  const press = (label: string) =>
    eventually(() => {
      const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
      if (!button) throw new Error(`no button ${label}`)
      button.click()
    })
  await press('Accept and pay $90')
  await eventually(() => expect(page.textContent).toContain('Choose one of the times first'))
  expect(document.activeElement?.getAttribute('value'), 'the first open time').toBe(times[1]?.start)
  await press('Send')
  await eventually(() => expect(page.textContent).toContain('Say what should change'))
  expect(document.activeElement).toBe(page.querySelector('textarea'))
})
