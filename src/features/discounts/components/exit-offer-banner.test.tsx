import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { ExitOfferBanner } from './exit-offer-banner.tsx'

let close = async () => {}
afterEach(() => close())

test('Escape dismisses the exit offer, but not while it closes a dialog above it', async () => {
  const dismiss = vi.fn()
  const { window, unmount } = await mount(
    <ExitOfferBanner
      offer={{ instructorId: '', token: '', percentOff: 25, expiresAt: '2030-01-01T00:00:00.000Z' }}
      coachLabel="Coach Dale"
      onAccept={() => undefined}
      onDismiss={dismiss}
    />,
  )
  close = unmount
  const { document } = window
  await eventually(() => expect(document.activeElement?.textContent).toBe('25% off before you go'))
  const pressEscape = () =>
    document.body.dispatchEvent(
      new window.KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
    )

  // As the layers of the design system do when they close.
  document.addEventListener('keydown', (event) => event.preventDefault(), { capture: true, once: true })
  pressEscape()
  expect(dismiss).not.toHaveBeenCalled()
  pressEscape()
  expect(dismiss).toHaveBeenCalledOnce()
})
