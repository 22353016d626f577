import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mount, typeInto } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { InboxAddress } from './inbox-address.ts'
import { InboxList } from './inbox-list.tsx'

/** Follows a navigation within the inbox. */
let go = (_address: InboxAddress) => {}
let address: InboxAddress = {}
const navigate = ({ search }: { search: (known: InboxAddress) => InboxAddress }) => go(search(address))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/compose">{children}</a>,
  useNavigate: () => navigate,
}))
vi.mock('./conversation-list.tsx', () => ({
  ConversationList: ({ address: { q } }: { address: InboxAddress }) => <p>{q ? `Only ${q}` : 'All'}</p>,
}))
vi.mock('./search-hits.tsx', () => ({ SearchHits: () => null }))

let close = async () => {}
afterEach(() => close())

const me = {
  userId: '5a000000-0000-4000-8000-000000000001',
  role: 'coach' as const,
  fullName: 'Coach Maya',
  email: 'maya@coaches.test',
}
const listAt = (at: InboxAddress) => <InboxList me={me} address={at} drafts={{}} settings={null} />

async function open(at: InboxAddress) {
  address = at
  class ResizeObserver {
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', ResizeObserver)
  const { page, render, unmount } = await mount(listAt(at))
  close = unmount
  const navigations: InboxAddress[] = []
  go = (next) => {
    address = next
    navigations.push(next)
    render(listAt(next))
  }
  const box = () => page.querySelector<HTMLInputElement>('input[type=search]')
  await eventually(() => expect(box()).not.toBeNull())
  return {
    navigations,
    type: (text: string) => typeInto(box(), text),
    tab: (label: string) => [...page.querySelectorAll('nav a')].find((one) => one.textContent === label),
    /** The words in the box and the list below it. */
    shows: (words: string, list: string) =>
      eventually(() => {
        expect(box()?.value).toBe(words)
        expect(page.textContent).toContain(list)
      }),
  }
}

test('a search goes along to the archive, and its box is empty once the address has no search', async () => {
  const { navigations, type, tab, shows } = await open({})
  await shows('', 'All')
  const inboxTab = tab('Inbox')
  type('Anna ')
  await shows('Anna ', 'Only Anna')
  expect(navigations).toEqual([{ q: 'Anna' }])
  expect(tab('Inbox')).toBe(inboxTab)
  expect(inboxTab?.getAttribute('href')).toBe('/inbox?q=Anna')
  expect(tab('Archived')?.getAttribute('href')).toBe('/inbox?show=archived&q=Anna')
  go({ show: 'archived', q: 'Anna' })
  await shows('Anna ', 'Only Anna')
  // The entry of the menu, a notification, the Back button.
  go({})
  await shows('', 'All')
  go({ q: 'Ben' })
  await shows('Ben', 'Only Ben')
  type('Anna')
  await shows('Anna', 'Only Anna')
  expect(navigations.at(-1)).toEqual({ q: 'Anna' })
})

test('words that are being typed stay when the address changes, and are searched there', async () => {
  const { type, shows } = await open({ q: 'Anna' })
  await shows('Anna', 'Only Anna')
  type('Ben')
  go({ show: 'archived' })
  await shows('Ben', 'Only Ben')
  expect(address).toEqual({ show: 'archived', q: 'Ben' })
})
