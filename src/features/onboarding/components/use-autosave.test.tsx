import { afterEach, expect, test, vi } from 'vitest'
import { mount } from '#tests/support/browser-page.ts'
import { eventually } from '#tests/support/eventually.ts'
import { useDraftAutosave } from './use-autosave.ts'

const answers: { patch: object; answer: (outcome: 'saved' | 'lost') => void }[] = []
vi.mock('../client.ts', () => ({
  onboardingClient: {
    saveDraft: {
      call: (patch: object) =>
        new Promise<void>((done, fail) => {
          answers.push({
            patch,
            answer: (outcome) => (outcome === 'saved' ? done() : fail(new TypeError('Failed to fetch'))),
          })
        }),
    },
  },
}))

let close = async () => {}
afterEach(async () => {
  answers.splice(0)
  await close()
})

type Autosave = ReturnType<typeof useDraftAutosave>

function Wizard({ onRender }: { onRender: (autosave: Autosave) => void }) {
  onRender(useDraftAutosave({}))
  return null
}

/** A coach-to-be who changes a draft. */
async function coachToBe() {
  const rendered = vi.fn<(autosave: Autosave) => void>()
  const { unmount } = await mount(<Wizard onRender={rendered} />)
  close = unmount
  return await eventually(() => {
    const [[autosave] = []] = rendered.mock.calls
    if (!autosave) throw new Error('not rendered')
    return autosave
  })
}

test('everybody who waits for a save waits for the changes of the next one, too', async () => {
  const { change, flush } = await coachToBe()
  change({ hourlyRate: '85' })
  const first = flush()
  change({ hourlyRate: '120' })
  const [onContinue, onGoLive] = [flush(), flush()]
  let isSaved = false
  void onGoLive.then(() => (isSaved = true))
  answers[0]?.answer('saved')
  await first
  await eventually(() => expect(answers).toHaveLength(2))
  expect(answers[1]?.patch).toEqual({ hourlyRate: '120' })
  expect(isSaved).toBe(false)
  answers[1]?.answer('saved')
  expect([await onContinue, await onGoLive]).toEqual([{}, {}])
})

test('a save that fails says why, and its changes are sent with the next one', async () => {
  const { change, flush } = await coachToBe()
  change({ hourlyRate: '85' })
  const failing = flush()
  answers[0]?.answer('lost')
  expect((await failing).error).toBeInstanceOf(TypeError)
  change({ zip: '28202' })
  const next = flush()
  expect(answers[1]?.patch).toEqual({ hourlyRate: '85', zip: '28202' })
  answers[1]?.answer('saved')
  expect(await next).toEqual({})
})
