import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { VisitorHeader } from './visitor-header.tsx'

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}))
vi.mock('#features/search/search-address.ts', () => ({ readSearchAddress: () => ({}) }))

let close = async () => {}
afterEach(() => close())

test('Escape that closes the menu of a phone closes nothing else', async () => {
  const { window, page, unmount } = await mount(<VisitorHeader />)
  close = unmount
  const menu = () => page.querySelector('details')
  await eventually(() => expect(menu()).not.toBeNull())
  /** Whether it was used by something, so that nothing else must react to it. */
  const isEscapeUsed = () => {
    const pressed = new window.KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
    menu()
      ?.querySelector('summary')
      ?.dispatchEvent(pressed as unknown as Event)
    return pressed.defaultPrevented
  }
  expect(isEscapeUsed(), 'closed').toBe(false)
  menu()?.setAttribute('open', '')
  expect(isEscapeUsed(), 'open').toBe(true)
  expect(menu()?.hasAttribute('open')).toBe(false)
})
