import { ORPCError } from '@orpc/client'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { AccountForm } from './account-form.tsx'

const toasts: (string | undefined)[][] = []
vi.mock('#ui/toast.tsx', () => ({ toast: { error: (...words: string[]) => void toasts.push(words) } }))

let close = async () => {}
afterEach(() => close())

test.each([
  [
    'too_many',
    'Too many tries. Please wait 40 minutes and try again.',
    'Too many tries. Please wait 40 minutes and try again.',
  ],
  ['internal', 'Something went wrong.', 'Failed to create user account'],
  ['offline', null, 'Please try again later'],
])('a sign-up that fails as %s says why in its toast [row 80]', async (code, message, shown) => {
  toasts.splice(0)
  const create = async () => {
    throw message === null ? new TypeError('Failed to fetch') : new ORPCError(code, { message })
  }
  const { page, window, unmount } = await mount(
    <AccountForm
      submitLabel="Create account"
      create={create}
      onCreated={async () => undefined}
      onAlreadyRegistered={() => undefined}
    />,
  )
  close = unmount
  const { FormData, HTMLElement, HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement } = window
  const used = { FormData, HTMLElement, HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement }
  for (const [name, value] of Object.entries(used)) vi.stubGlobal(name, value)
  await eventually(() => expect(page.querySelector('form')).not.toBeNull())
  const typed = {
    name: 'Casey Moor',
    email: 'casey@students.test',
    phone: '704 555 0123',
    password: 'fairway-seven',
  }
  for (const [name, text] of Object.entries(typed)) {
    const field = page.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    if (field) field.value = text
  }
  const submitted = new window.Event('submit', { bubbles: true, cancelable: true })
  page.querySelector('form')?.dispatchEvent(submitted as unknown as Event)
  await eventually(() => expect(toasts).toEqual([['Error creating account', shown]]))
})
