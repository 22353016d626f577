import { afterEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { TrialDialog } from './trial-dialog.tsx'

const sent: { fullName: string; phone: string }[] = []
vi.mock('./client.ts', () => ({
  prospectsClient: {
    sendTrialInterest: {
      call: async (request: (typeof sent)[number]) => {
        sent.push(request)
      },
    },
  },
}))
vi.mock('#ui/dialog.tsx', () => import('#tests/support/plain-dialog.tsx'))

let close = async () => {}
afterEach(async () => {
  await close()
  vi.restoreAllMocks()
})

test('the thanks for a request close after three seconds, and the form is empty again [row 105]', async () => {
  const onClose = vi.fn()
  const person = { fullName: 'Jordan Ellis', email: 'jordan@prospects.test' }
  const { page, unmount } = await mount(<TrialDialog person={person} isOpen onClose={onClose} />)
  close = unmount
  const phone = () => page.querySelector<HTMLInputElement>('input[name="phone"]')
  await eventually(() => expect(phone()).not.toBeNull())
  const later = vi.spyOn(globalThis, 'setTimeout')
  typeInto(phone(), '(555) 123-4567')
  page.querySelector<HTMLButtonElement>('button[type="submit"]')?.click()
  await eventually(() => expect(page.textContent).toContain('Request Submitted!'))
  expect(sent).toMatchObject([{ fullName: 'Jordan Ellis', phone: '(555) 123-4567' }])

  const closing = await eventually(() => {
    const [call] = later.mock.calls.filter(([, wait]) => wait === 3_000)
    if (!call) throw new Error('nothing closes the thanks')
    return call
  })
  expect(onClose).not.toHaveBeenCalled()
  closing[0]()
  await eventually(() => expect(phone()?.value).toBe(''))
  expect(onClose).toHaveBeenCalledOnce()
})
