import { afterEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { OwnTimeField } from './own-time-field.tsx'

vi.mock('../client.ts', () => ({
  availabilityClient: { ownTime: { call: async () => ({ isFree: false, warnings: [] }) } },
}))

let close = async () => {}
afterEach(() => close())

test('the focus moves to the field that a refused time is about', async () => {
  const { page, unmount } = await mount(
    <OwnTimeField
      label="Choose another time"
      action="Choose this time"
      request={{ durationMinutes: 60 }}
      onChoose={() => undefined}
    />,
  )
  close = unmount
  const field = (type: string) => page.querySelector(`input[type="${type}"]`)
  const choose = () => page.querySelector('button')?.click()

  await eventually(() => expect(field('date')).not.toBeNull())
  choose()
  await eventually(() => expect(document.activeElement).toBe(field('date')))
  typeInto(field('date'), '2030-05-02')
  typeInto(field('time'), '16:15')
  choose()
  await eventually(() => expect(page.textContent).toContain('This time is taken'))
  await eventually(() => expect(document.activeElement).toBe(field('time')))
})
