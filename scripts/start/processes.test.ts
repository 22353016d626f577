import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Child, keepRunning, rolesOf } from './processes.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Processes that live as long as the test wants. */
function family() {
  const living: (EventEmitter & Child & { own: Record<string, string> })[] = []
  let started = 0
  return {
    living,
    get started() {
      return started
    },
    fork(own: Record<string, string>): Child {
      started++
      const child = Object.assign(new EventEmitter(), { own, stop: () => die(child) })
      living.push(child)
      return child
    },
    die: (child: (typeof living)[number] | undefined) => child && die(child),
  }
  function die(child: EventEmitter) {
    living.splice(living.indexOf(child as (typeof living)[number]), 1)
    child.emit('exit', 1, null)
  }
}

test('a process that dies is started again, ever later when it dies again and again, and soon once it lived', async () => {
  const { living, fork, die, ...rest } = family()
  void rest
  const said: string[] = []
  const stop = keepRunning([{ PROCESS_ROLE: 'web' }], fork, (words) => void said.push(words))
  const pauses: number[] = []
  for (let deaths = 0; deaths < 8; deaths++) {
    die(living[0])
    let waited = 0
    for (; living.length === 0; waited += 500) await vi.advanceTimersByTimeAsync(500)
    pauses.push(waited)
  }
  expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(said[2]).toBe('a web process ended (1); it is started again in 2 s')
  await vi.advanceTimersByTimeAsync(61_000)
  die(living[0])
  await vi.advanceTimersByTimeAsync(1)
  expect(living).toHaveLength(1)
  await stop()
  expect(living).toHaveLength(0)
})

test('whoever stops them waits for all, and nothing is started afterwards', async () => {
  const { living, fork, die } = family()
  const stop = keepRunning([{ PROCESS_ROLE: 'web' }, { PROCESS_ROLE: 'worker' }], fork, () => undefined)
  die(living[0])
  await vi.advanceTimersByTimeAsync(1)
  die(living.find(({ own }) => own.PROCESS_ROLE === 'web'))
  await stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(living).toHaveLength(0)
})

test('several processes of one machine: those that answer, and one that works off jobs', () => {
  const all = { WEB_CONCURRENCY: 2, PROCESS_ROLE: 'all', isDemo: false } as const
  const web = { PROCESS_ROLE: 'web' }
  expect(rolesOf(all)).toEqual([web, web, { PROCESS_ROLE: 'worker', LISTEN: 'no' }])
  expect(rolesOf({ ...all, PROCESS_ROLE: 'web' })).toEqual([web, web])
  expect(rolesOf({ ...all, isDemo: true })).toEqual([{ PROCESS_ROLE: 'all' }, { PROCESS_ROLE: 'all' }])
})
