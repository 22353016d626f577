import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ClinicMessageDialog } from './message-dialogs.tsx'

const calls: { content: string; clientId: string }[] = []
let isOffline = false
vi.mock('../client.ts', () => ({
  scheduleClient: {
    messageClinic: {
      call: async (message: (typeof calls)[number]) => {
        calls.push(message)
        if (isOffline) throw new TypeError('Failed to fetch')
        return { sent: 2, notSent: [] }
      },
    },
  },
}))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

let close = async () => {}
beforeEach(() => {
  calls.splice(0)
  isOffline = false
})
afterEach(() => close())

/** Opens the dialog of a message to a clinic. */
async function open() {
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
  return {
    page,
    text: () => field()?.value,
    async type(text: string) {
      typeInto(field(), text)
      await eventually(() => expect(field()?.value).toBe(text))
    },
    press,
    /** Opens it again after it was closed by a button. */
    async reopen(closedBy: string) {
      press(closedBy)
      await isOpen(false)
      render(dialog)
      await isOpen(true)
    },
  }
}

test('a message to a clinic is still there after its dialog was closed, until it is sent', async () => {
  const { text, type, reopen } = await open()
  await type('Bring a wedge')
  await reopen('Go back')
  expect(text()).toBe('Bring a wedge')
  await reopen('Send')
  expect(text()).toBe('')
})

test('a message that is sent again after a lost response is the same one, until it was sent', async () => {
  const { page, type, press, reopen } = await open()
  isOffline = true
  await type('Bring a wedge')
  press('Send')
  await eventually(() => expect(page.textContent).toContain('The message was not sent'))
  await reopen('Go back')
  isOffline = false
  await reopen('Send')
  await type('Bring a wedge')
  await reopen('Send')
  const [lost, again, next] = calls
  expect(calls.map(({ content }) => content)).toEqual(Array(3).fill('Bring a wedge'))
  expect(again?.clientId).toBe(lost?.clientId)
  expect(next?.clientId).not.toBe(lost?.clientId)
})
