import { renderToReadableStream } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

const Dialog = ({ title }: { title: string }) => <h2>{title}</h2>
const cutOff = new TypeError('Failed to fetch dynamically imported module: /assets/dialog-1.js')

/** Imports a file whose first `failures` imports fail. */
const file = (failures: number) => {
  let left = failures
  return vi.fn(async () => {
    if (left-- > 0) throw cutOff
    return { Dialog }
  })
}

/** Opens the dialog and returns what is shown. */
async function open(Part: typeof Dialog): Promise<string> {
  const stream = await renderToReadableStream(<Part title="Book a lesson" />, { onError: () => undefined })
  return await new Response(stream).text()
}

test('a part is loaded when it is first shown, and only once', async () => {
  const load = file(0)
  const Part = lazyPart(load, 'Dialog')
  expect(load).not.toHaveBeenCalled()
  expect(await open(Part)).toBe('<h2>Book a lesson</h2>')
  expect(await open(Part)).toBe('<h2>Book a lesson</h2>')
  expect(load).toHaveBeenCalledOnce()
})

test('an import that fails is repeated at once', async () => {
  const load = file(1)
  expect(await open(lazyPart(load, 'Dialog'))).toBe('<h2>Book a lesson</h2>')
  expect(load).toHaveBeenCalledTimes(2)
})

test('a part that could not be loaded is loaded when it is opened again', async () => {
  const load = file(2)
  const Part = lazyPart(load, 'Dialog')
  await expect(open(Part)).rejects.toBe(cutOff)
  // The error is shown; the page does not ask for the file again and again.
  await expect(open(Part)).rejects.toBe(cutOff)
  expect(load).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1_000)
  expect(await open(Part)).toBe('<h2>Book a lesson</h2>')
})
