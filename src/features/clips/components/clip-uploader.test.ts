import { afterEach, expect, test, vi } from 'vitest'
import { clipLimits, clipRefusalTexts } from '../clip.ts'
import { clipUploader } from './clip-uploader.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('files that are not added are reported, and the page asks before it is left while uploads are under way', async () => {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const failed = vi.fn()
  const target = {
    instructorId: '5d000000-0000-4000-8000-000000000001',
    studentId: '5d000000-0000-4000-8000-000000000002',
    golferId: null,
    bookingId: null,
    videoReviewId: null,
  }
  const uploader = clipUploader(target, { done: vi.fn(), failed })
  const files = ['one.png', 'two.png', 'three.png'].map((name) =>
    Object.defineProperty(new File([], name, { type: 'image/png' }), 'size', {
      value: clipLimits.image.bytes + 1,
    }),
  )
  expect(asks()).toBe(false)
  // Two at once: the third waits.
  uploader.add(files)
  expect(asks()).toBe(true)
  await vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(3))
  expect(failed.mock.calls.map(([{ name }, why]) => [name, why])).toEqual(
    files.map(({ name }) => [name, clipRefusalTexts.too_large]),
  )
  expect(asks()).toBe(false)
})
