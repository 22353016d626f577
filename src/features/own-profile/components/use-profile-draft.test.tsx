import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import type { OwnProfile } from '../schema.ts'
import { useProfileDraft } from './use-profile-draft.ts'

const saved: OwnProfile = {
  id: '3f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b',
  tag: 'first',
  words: {
    displayName: 'Maya Chen',
    bio: 'Teaches putting.',
    gender: '',
    years: '9',
    location: '',
    specialties: ['Putting'],
    launchMonitor: '',
    credentials: [],
    facilityTypes: ['outdoor'],
    hourlyRate: '85',
    durations: [60],
    groupRate: '',
    groupSize: 4,
    groupBookable: false,
    playingRate: '',
    playingMinutes: 120,
    isVisible: true,
    instantBookEnabled: true,
    questions: [],
  },
  places: [],
  open: [],
}
const later = (tag: string, words: Partial<OwnProfile['words']>): OwnProfile => ({
  ...saved,
  tag,
  words: { ...saved.words, ...words },
})

type Draft = ReturnType<typeof useProfileDraft>
function Editor({ latest, onRender }: { latest: OwnProfile; onRender: (draft: Draft) => void }) {
  onRender(useProfileDraft(latest))
  return null
}

let close = async () => {}
afterEach(() => close())

test('changes that were saved although the response was lost are no conflict, and do not come back later', async () => {
  const rendered = vi.fn<(draft: Draft) => void>()
  const { render, unmount } = await mount(<Editor latest={saved} onRender={rendered} />)
  close = unmount
  const draft = () => {
    const [now] = rendered.mock.lastCall ?? []
    if (!now) throw new Error('not rendered')
    return now
  }
  await eventually(() => expect(draft().isChanged).toBe(false))
  draft().change({ hourlyRate: '95' })
  await eventually(() => expect([draft().isChanged, draft().words.hourlyRate]).toEqual([true, '95']))

  render(<Editor latest={later('second', { hourlyRate: '95' })} onRender={rendered} />)
  await eventually(() => expect([draft().isChanged, draft().elsewhere]).toEqual([false, null]))
  // Another window saves another price.
  render(<Editor latest={later('third', { hourlyRate: '70' })} onRender={rendered} />)
  await eventually(() => expect(draft().words.hourlyRate).toBe('70'))
  expect([draft().isChanged, draft().elsewhere]).toEqual([false, null])

  draft().change({ hourlyRate: '99' })
  await eventually(() => expect(draft().isChanged).toBe(true))
  render(<Editor latest={later('fourth', { hourlyRate: '60' })} onRender={rendered} />)
  await eventually(() => expect(draft().elsewhere).toEqual(['Price per hour']))
})
