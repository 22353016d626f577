import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ClinicMessageDialog } from './message-dialogs.tsx'

vi.mock('../client.ts', () => ({
  scheduleClient: { messageClinic: { call: async () => ({ sent: 2, notSent: [] }) } },
}))
vi.mock('#ui/dialog.tsx', () => ({
  Dialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
    <div>
      {children}
      {footer}
    </div>
  ),
}))

let close = async () => {}
afterEach(() => close())

test('a message to a clinic is still there after its dialog was closed, until it is sent', async () => {
  const dialog = (
    <ClinicMessageDialog
      clinic={{ id: 'clinic', title: 'Short game' }}
      onClose={() => mounted.render(null)}
    />
  )
  const mounted = await mount(dialog)
  const { page, render, unmount } = mounted
  close = unmount
  const field = () => page.querySelector('textarea')
  const isOpen = async (is: boolean) => eventually(() => expect(field() !== null).toBe(is))
  const press = (label: string) =>
    [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click()

  await isOpen(true)
  typeInto(field(), 'Bring a wedge')
  await eventually(() => expect(field()?.value).toBe('Bring a wedge'))
  press('Go back')
  await isOpen(false)
  render(dialog)
  await isOpen(true)
  expect(field()?.value).toBe('Bring a wedge')
  press('Send')
  await isOpen(false)
  render(dialog)
  await isOpen(true)
  expect(field()?.value).toBe('')
})
