import { afterEach, expect, test } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { Me } from '../schema.ts'
import { useTabOwner } from './tab-storage.ts'

let close = async () => {}
afterEach(() => close())

/** The frame of a user: its content is rendered after the tab was claimed. */
function Frame({ me }: { me: Me }) {
  useTabOwner(me)
  return <Page />
}
const Page = () => <p>{window.sessionStorage.getItem('draft:booking-note') ?? 'no draft'}</p>
const frameOf = (me: object) => <Frame key="the same frame" me={me as Me} />

test('another user in the same frame does not see the drafts; an admin who acts as somebody keeps them', async () => {
  const { page, render, unmount } = await mount(frameOf({ userId: 'avery' }))
  close = unmount
  const shows = async (text: string) => await eventually(() => expect(page.textContent).toBe(text))
  await shows('no draft')
  window.sessionStorage.setItem('draft:booking-note', 'My knee hurts')
  render(frameOf({ userId: 'sam', impersonatedBy: 'avery' }))
  await shows('My knee hurts')
  render(frameOf({ userId: 'olivia' }))
  await shows('no draft')
})
