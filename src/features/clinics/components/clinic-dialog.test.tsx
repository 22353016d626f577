import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ClinicDialog } from './clinic-dialog.tsx'

vi.mock('../client.ts', () => ({ clinicsClient: {} }))
vi.mock('#ui/dialog.tsx', () => ({
  Dialog: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
    <div>
      {children}
      {footer}
    </div>
  ),
  DialogClose: ({ children }: { children: ReactNode }) => children,
}))

let close = async () => {}
afterEach(() => close())

test('a new clinic is still there after its dialog was closed, until it is cancelled', async () => {
  const dialog = (
    <ClinicDialog
      clinic={null}
      places={[{ id: 'place', name: 'Palm Range' }]}
      onClose={() => undefined}
      onSaved={async () => undefined}
    />
  )
  const { page, render, unmount } = await mount(dialog)
  close = unmount
  const field = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)
  const reopen = async () => {
    render(null)
    await eventually(() => expect(field('title')).toBeNull())
    render(dialog)
    await eventually(() => expect(field('title')).not.toBeNull())
  }
  await eventually(() => expect(field('title')).not.toBeNull())
  typeInto(field('title'), 'Short game camp')
  typeInto(field('dates.0.date'), '2030-05-02')
  await reopen()
  expect(field('title')?.value).toBe('Short game camp')
  expect(field('dates.0.date')?.value).toBe('2030-05-02')
  expect(field('seats')?.value).toBe('8')
  const cancel = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')
  cancel?.click()
  await reopen()
  expect(field('title')?.value).toBe('')
})
