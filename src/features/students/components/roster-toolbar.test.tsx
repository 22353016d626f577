import { afterEach, expect, test } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { RosterAddress } from '../roster.ts'
import { RosterToolbar } from './roster-toolbar.tsx'

let close = async () => {}
afterEach(() => close())

test('a filter that is chosen while the search waits for the end of typing stays', async () => {
  const asked: RosterAddress[] = []
  const toolbar = (address: RosterAddress) => (
    <RosterToolbar address={address} onAddress={(next) => asked.push(next)} />
  )
  const { page, render, unmount } = await mount(toolbar({}))
  close = unmount
  const box = () => page.querySelector<HTMLInputElement>('[name="q"]')
  await eventually(() => expect(box()).not.toBeNull())
  typeInto(box(), 'Sam')
  render(toolbar({ who: 'away' }))
  await eventually(() => expect(asked).toEqual([{ who: 'away', q: 'Sam', page: undefined }]))
})
