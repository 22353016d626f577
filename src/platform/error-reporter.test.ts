import { expect, test } from 'vitest'
import { errorReporter, framesOf } from './error-reporter.ts'

const origin = 'https://greenside.test'
const chrome = `TypeError: Cannot read properties of undefined (reading 'name')
    at Ie (${origin}/assets/app-CALfyUNE.js:3:1204)
    at Array.map (<anonymous>)
    at async Object.load (${origin}/assets/home-x_Y1.js:12:7)
    at ${origin}/lessons:1:22`
const firefox = `Ie@${origin}/assets/app-CALfyUNE.js:3:1204
load/<@${origin}/assets/home-x_Y1.js:12:7
@${origin}/lessons:1:22
`

/** A fake page that can report errors. */
function page() {
  const sent: { path: string; type: string; message: string; frames: string[] }[] = []
  const here = { path: '/lessons', typed: [] as string[] }
  const tell = errorReporter({
    origin,
    path: () => here.path,
    typed: () => here.typed,
    send: (body) => sent.push(JSON.parse(body)),
  })
  return { here, sent, tell }
}
const broken = (message: string, stack = chrome, name = 'TypeError') =>
  Object.assign(new Error(message), { stack, name })

test('stack frames in our scripts are parsed in every browser’s format', () => {
  expect(framesOf(chrome, origin)).toEqual([
    'Ie@/assets/app-CALfyUNE.js:3:1204',
    'async Object.load@/assets/home-x_Y1.js:12:7',
  ])
  expect(framesOf(firefox, origin)).toEqual([
    'Ie@/assets/app-CALfyUNE.js:3:1204',
    'load<@/assets/home-x_Y1.js:12:7',
  ])
})

test('errors elsewhere are ignored: extensions, other sites, and ones without a location', () => {
  const of = (first: string) => framesOf(`Error: x\n    at a (${first}:1:2)\n${chrome}`, origin)
  expect(of('chrome-extension://abcdef/inject.js')).toEqual([])
  expect(of('safari-web-extension://abcdef/inject.js')).toEqual([])
  expect(of(`${origin}.evil.test/assets/app.js`)).toEqual([])
  expect(of(`${origin}/assets/own.js`)).toHaveLength(3)
  expect(framesOf('Error: x\n    at <anonymous>', origin)).toEqual([])
})

test('an error is reported with its page, once', () => {
  const { tell, sent } = page()
  for (let n = 0; n < 3; n++) tell(broken('x is undefined'))
  expect(sent).toEqual([
    { path: '/lessons', type: 'TypeError', message: 'x is undefined', frames: framesOf(chrome, origin) },
  ])
})

test('five errors per page are reported', () => {
  const { tell, sent, here } = page()
  for (let n = 0; n < 9; n++) tell(broken(`${n}`))
  expect(sent).toHaveLength(5)
  here.path = '/blog'
  for (let n = 0; n < 9; n++) tell(broken(`${n}`))
  expect(sent.map(({ path }) => path).slice(5)).toEqual(Array(5).fill('/blog'))
})

test('error property values are not reported', () => {
  const { tell, sent, here } = page()
  here.typed = ['', 'me', 'my slice is awful']
  tell(broken('cannot send my slice is awful to some'))
  expect(sent[0]?.message).toBe('cannot send … to some')
})

test('not reported: refusals, a lost connection, non-errors, and foreign errors', () => {
  const { tell, sent } = page()
  tell(Object.assign(broken('Not found'), { status: 404 }))
  tell(broken('Failed to fetch'))
  tell(broken('Load failed (greenside.test)'))
  tell(broken('The user aborted a request.', chrome, 'AbortError'))
  tell('words')
  tell(undefined)
  tell(broken('x', 'x@moz-extension://ab/c.js:1:1'))
  expect(sent).toEqual([])
})

test('a script of ours that fails to load is reported, even without a stack', () => {
  const { tell, sent } = page()
  const message = `Failed to fetch dynamically imported module: ${origin}/assets/inbox-1.js`
  tell(broken(message, `TypeError: ${message}`))
  expect(sent).toMatchObject([{ message, frames: [] }])
})
