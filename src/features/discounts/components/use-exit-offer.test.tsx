import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { useExitOffer } from './use-exit-offer.ts'

/** The coaches whose offer was requested. */
const asked: string[] = []
vi.mock('../client.ts', () => ({
  discountsClient: {
    exitOffer: {
      call: async ({ instructorId }: { instructorId: string }) => {
        asked.push(instructorId)
        if (instructorId === 'offline') throw new TypeError('Failed to fetch')
        const offer = { instructorId, token: 'signed', percentOff: 25, expiresAt: '2100-01-01T00:00:00.000Z' }
        return { offer: instructorId === 'without' ? null : offer }
      },
    },
  },
}))
/** Leaves the page; null while nothing happens when the visitor leaves. */
let leave: (() => void) | null = null
vi.mock('./use-leaving.ts', () => ({
  useLeaving: (isOn: boolean, onLeaving: () => void) => {
    leave = isOn ? onLeaving : null
  },
}))

let close = async () => {}
afterEach(async () => {
  await close()
  asked.length = 0
})

function Page({ coach }: { coach: string }) {
  const { offer, isNew } = useExitOffer(coach, true)
  return `${coach}: ${offer && isNew ? `${offer.percentOff}% off` : 'nothing'}`
}

test.each([
  ['that was shown', 'maya', '25% off'],
  ['that was refused because this browser has had its one', 'without', 'nothing'],
])('an offer %s is the only one of the session, and a lost answer is none', async (_, answered, shown) => {
  const { page, render, unmount } = await mount(<Page coach="offline" />)
  close = unmount
  for (const [coach, then] of [
    ['offline', 'nothing'],
    [answered, shown],
  ] as const) {
    render(<Page coach={coach} />)
    await eventually(() =>
      expect([page.textContent, leave]).toEqual([`${coach}: nothing`, expect.anything()]),
    )
    leave?.()
    await eventually(() => expect([page.textContent, leave]).toEqual([`${coach}: ${then}`, null]))
  }
  render(<Page coach="keoni" />)
  await eventually(() => expect([page.textContent, leave]).toEqual(['keoni: nothing', null]))
  expect(asked).toEqual(['offline', answered])
})
