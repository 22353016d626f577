import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'

let program: ChildProcessByStdio<Writable, Readable, null>
let addresses: AsyncIterator<string>
/** Waits for one more process to listen on the shared address. */
const oneMore = async () => String((await addresses.next()).value)
let url = ''

beforeAll(async () => {
  program = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../tests/support/counting-processes.ts')],
    {
      env: {
        DEMO: '1',
        DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
        SESSION_SECRET: 'x'.repeat(32),
        WEB_CONCURRENCY: '2',
        PROCESS_ROLE: 'web',
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  addresses = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  url = await oneMore()
  expect(await oneMore()).toBe(url)
})
afterAll(() => void program.kill())

const ask = (path: string) => fetch(url + path).then((answer) => answer.text())
const figure = (text: string, name: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .map((line) => line.slice(name.length).trim())

/** Polls until this number of processes have counted a request. @returns the count of each process */
async function countIn(processes: number) {
  const counted = new Map<string, number>()
  while (counted.size < processes) {
    const id = await ask('/')
    counted.set(id, (counted.get(id) ?? 0) + 1)
  }
  return counted
}
const sum = (counted: Map<string, number>) => [...counted.values()].reduce((all, n) => all + n, 0)

test('whichever process is asked tells what all have counted, and once what is the same for all', async () => {
  const before = sum(await countIn(2))
  const texts = await Promise.all(Array.from({ length: 6 }, () => ask('/metrics')))
  for (const text of texts) {
    expect(figure(text, 'http_server_errors_total{group="page"}')).toEqual([`${before}`])
    expect(figure(text, 'http_request_duration_seconds_count{')).toEqual([
      `group="page",status="500"} ${before}`,
    ])
    expect(figure(text, 'http_request_duration_seconds_bucket{le="0.025"')).toEqual([
      `,group="page",status="500"} ${before}`,
    ])
    expect(figure(text, 'said_by_the_database')).toEqual(['7'])
    expect(figure(text, 'nodejs_eventloop_lag_p99_seconds')).toHaveLength(1)
  }
})

test('one that ended takes its counts along, and one that came in its place counts with the others', async () => {
  await ask('/end').catch(() => undefined)
  await oneMore()
  const left = Number(figure(await ask('/metrics'), 'http_server_errors_total{group="page"}')[0] ?? 0)
  const more = sum(await countIn(2))
  expect(figure(await ask('/metrics'), 'http_server_errors_total{group="page"}')).toEqual([`${left + more}`])
})
