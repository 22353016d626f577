import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { systemClock } from '#platform/clock.ts'
import { s3Double } from '#tests/support/s3-double.ts'
import type { FilesPort } from './files.ts'
import { localFiles } from './local.ts'
import { s3Files } from './s3.ts'
import type { Timers } from './timers.ts'

const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'a secret of the tests', region: 'us-east-1' }
let folder: string
let double: Awaited<ReturnType<typeof s3Double>>
const ports: Record<string, () => FilesPort> = {
  'a folder of this machine': () => localFiles({ root: join(folder, 'kept') }),
  'an S3 bucket': () => s3Files({ ...keys, bucket: 'bucket', endpoint: double.endpoint }, systemClock),
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  double = await s3Double(keys)
})
afterAll(async () => {
  await double.close()
  await rm(folder, { recursive: true })
})

async function source(text: string) {
  const path = join(folder, 'source')
  await writeFile(path, text)
  return path
}

const read = async (port: FilesPort, key: string, range?: { start: number; end: number }) => {
  const file = await port.open(key, range)
  return file && { bytes: file.bytes, text: await new Response(file.body).text() }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** The bytes of reachable buffers; unreachable ones, including buffers of other tests, must not count. */
function bytesHeld(): number {
  // Buffers of one collection may be released only during the next.
  collectGarbage()
  collectGarbage()
  return process.memoryUsage().arrayBuffers
}

describe.each(Object.keys(ports))('%s', (name) => {
  const port = () => ports[name]?.() ?? localFiles({ root: folder })

  test('returns what was stored, whole or in part', async () => {
    await port().put('talks/one/a.txt', await source('eighteen holes'), 'text/plain')
    expect(await read(port(), 'talks/one/a.txt')).toEqual({ bytes: 14, text: 'eighteen holes' })
    expect(await read(port(), 'talks/one/a.txt', { start: 9, end: 11 })).toEqual({ bytes: 14, text: 'hol' })
    await port().put('talks/one/a.txt', await source('nine'), 'text/plain')
    expect(await read(port(), 'talks/one/a.txt')).toEqual({ bytes: 4, text: 'nine' })
  })

  test('has nothing where nothing was stored', async () => {
    expect(await port().open('talks/none/a.txt')).toBeNull()
  })

  test('deletes a folder with its contents and nothing next to it', async () => {
    for (const key of ['f/a/1.txt', 'f/a/2.txt', 'f/ab/1.txt'])
      await port().put(key, await source(key), 'text/plain')
    await port().removeFolder('f/a')
    await port().removeFolder('f/a')
    expect(await port().open('f/a/1.txt')).toBeNull()
    expect(await port().open('f/a/2.txt')).toBeNull()
    expect(await read(port(), 'f/ab/1.txt')).toMatchObject({ text: 'f/ab/1.txt' })
  })

  test.each(['../secrets', 'a/../../b', '/etc/passwd', 'a//b', 'a\\b', '', 'A', 'a b', 'a.b.c', 'é', 'a/..'])(
    'rejects a key such as %j',
    async (key) => {
      await expect(port().put(key, await source('x'), 'text/plain')).rejects.toThrow('not a file key')
      await expect(port().open(key)).rejects.toThrow('not a file key')
      await expect(port().removeFolder(key)).rejects.toThrow('not a file key')
    },
  )
})

describe('an S3 bucket that', () => {
  /** Timers that advance when a test says so; pauses between retries end immediately and are recorded. */
  function handTimers() {
    const waiting: { ms: number; run(): void }[] = []
    const pauses: number[] = []
    const timers: Timers = {
      after(ms, run) {
        if (ms <= 10_000) {
          pauses.push(ms)
          queueMicrotask(run)
          return () => undefined
        }
        const timer = { ms, run }
        waiting.push(timer)
        return () => void waiting.splice(waiting.indexOf(timer) >>> 0, 1)
      },
    }
    return { timers, waiting, pauses }
  }
  const withTimers = (timers: Timers) =>
    s3Files({ ...keys, bucket: 'bucket', endpoint: double.endpoint }, systemClock, timers)
  const video = Buffer.alloc(3_000_000, 'a swing in slow motion ')
  const keep = (key: string) => double.files.set(key, { bytes: video, type: 'video/mp4' })
  /** Reads as fast as possible; `onBytes` receives the running total. */
  async function collect(body: ReadableStream<Uint8Array>, onBytes: (count: number) => void) {
    const pieces: Uint8Array[] = []
    let count = 0
    for await (const piece of body) {
      pieces.push(piece)
      count += piece.length
      onBytes(count)
    }
    return Buffer.concat(pieces)
  }

  beforeEach(() => {
    double.requests.length = 0
    double.misbehave()
  })

  test('fails briefly is retried, with increasing pauses', async () => {
    const { timers, pauses } = handTimers()
    double.stumble(4)
    await withTimers(timers).put('again/a.txt', await source('x'), 'text/plain')
    expect(double.files.has('again/a.txt')).toBe(true)
    expect(pauses).toHaveLength(4)
    for (const [at, ms] of pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(100 * 2 ** at)
      expect(ms).toBeLessThanOrEqual(200 * 2 ** at)
    }
  })

  test('sends Retry-After is left alone for that long', async () => {
    const { timers, pauses } = handTimers()
    double.misbehave({ refuse: 503, retryAfter: 7 })
    expect(await withTimers(timers).open('again/none.txt')).toBeNull()
    expect(pauses).toEqual([7_000])
  })

  test('is too busy five times in a row fails with its reason', async () => {
    double.stumble(5)
    await expect(withTimers(handTimers().timers).removeFolder('busy')).rejects.toThrow(
      'file storage answered 503 (SlowDown) for busy',
    )
  })

  test('rejects our keys fails with its reason and without our secret', async () => {
    const wrong = s3Files(
      { ...keys, secretAccessKey: 'another secret', bucket: 'bucket', endpoint: double.endpoint },
      systemClock,
    )
    await expect(wrong.open('again/a.txt')).rejects.toThrow(
      'file storage answered 403 (SignatureDoesNotMatch) for again/a.txt',
    )
    await expect(wrong.put('again/b.txt', await source('x'), 'text/plain')).rejects.toThrow(
      'file storage answered 403 (SignatureDoesNotMatch) for again/b.txt',
    )
  })

  test('has a slow reader waits as long as needed: no timeout runs while nobody reads', async () => {
    keep('slow/a.mp4')
    const { timers, waiting } = handTimers()
    const opened = await withTimers(timers).open('slow/a.mp4')
    const reader = opened?.body.getReader()
    let got = 0
    for (;;) {
      // No timer runs while the reader is idle.
      expect(waiting).toEqual([])
      const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
      if (done) break
      got += value?.length ?? 0
    }
    expect(got).toBe(video.length)
    expect(double.requests).toHaveLength(1)
  })

  test.each([
    ['breaks off in the middle of a file', { cutAfter: 1_000_000 }],
    ['falls silent in the middle of a file', { stallAfter: 1_000_000 }],
  ] as const)('%s is asked for the rest, and the reader does not notice', async (_what, problem) => {
    keep('cut/a.mp4')
    const { timers, waiting } = handTimers()
    double.misbehave(problem)
    const opened = await withTimers(timers).open('cut/a.mp4', { start: 10, end: 2_999_989 })
    let got = 0
    const whole = collect(opened?.body ?? new Blob().stream(), (count) => {
      got = count
    })
    if ('stallAfter' in problem) {
      const silence = () => [got, ...waiting.map(({ ms }) => ms)]
      await vi.waitFor(() => expect(silence()).toEqual([1_000_000, 60_000]), { timeout: 15_000 })
      waiting[0]?.run()
    }
    expect((await whole).equals(video.subarray(10, 2_999_990))).toBe(true)
    const [first, second] = double.requests
    expect(first?.range).toBe('bytes=10-2999989')
    if ('stallAfter' in problem) expect(second?.range).toBe('bytes=1000010-2999989')
    else expect(second?.range).toMatch(/^bytes=\d+-2999989$/)
  })

  test('has a changed file by then does not mix the two', async () => {
    keep('changed/a.mp4')
    const { timers } = handTimers()
    double.misbehave({ cutAfter: 1_000_000 })
    const opened = await withTimers(timers).open('changed/a.mp4')
    const reader = opened?.body.getReader()
    await reader?.read()
    double.files.set('changed/a.mp4', { bytes: Buffer.alloc(3_000_000, 'another swing '), type: 'video/mp4' })
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow('412 (PreconditionFailed)')
    expect(double.requests).toHaveLength(2)
  })

  test('does not start responding is aborted after half a minute, and retried', async () => {
    keep('silent/a.mp4')
    const { timers, waiting } = handTimers()
    double.misbehave('hang')
    const opening = withTimers(timers).open('silent/a.mp4')
    await vi.waitFor(() => expect(waiting.map(({ ms }) => ms)).toEqual([30_000]), { timeout: 15_000 })
    waiting[0]?.run()
    expect((await opening)?.bytes).toBe(video.length)
  })

  test('loses the connection during an upload gets the whole file again, and never keeps half of one', async () => {
    const path = join(folder, 'video')
    await writeFile(path, video)
    const { timers, pauses } = handTimers()
    double.misbehave({ cutAfter: 1_000_000 }, { cutAfter: 2_500_000 })
    await withTimers(timers).put('up/a.mp4', path, 'video/mp4')
    expect(double.files.get('up/a.mp4')?.bytes.equals(video)).toBe(true)
    expect(double.requests.filter(({ method }) => method === 'PUT')).toHaveLength(3)
    expect(pauses).toHaveLength(2)
    double.misbehave(...Array.from({ length: 5 }, () => ({ cutAfter: 1_000_000 })))
    await expect(withTimers(timers).put('up/b.mp4', path, 'video/mp4')).rejects.toThrow()
    expect(double.files.has('up/b.mp4')).toBe(false)
  })

  test('never answers an upload is aborted, and gets the file again', async () => {
    const path = join(folder, 'video')
    await writeFile(path, video)
    const { timers, waiting } = handTimers()
    double.misbehave('hang')
    const putting = withTimers(timers).put('up/c.mp4', path, 'video/mp4')
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 15_000 })
    waiting[0]?.run()
    await putting
    expect(double.files.get('up/c.mp4')?.bytes.equals(video)).toBe(true)
  })

  test('lists a large folder page by page: all of it is deleted', async () => {
    double.listBy(7)
    for (let at = 0; at < 40; at++)
      double.files.set(`large/a/${at}.txt`, { bytes: Buffer.from('x'), type: 'text/plain' })
    double.files.set('large/b.txt', { bytes: Buffer.from('x'), type: 'text/plain' })
    await ports['an S3 bucket']?.().removeFolder('large/a')
    expect([...double.files.keys()].filter((key) => key.startsWith('large/'))).toEqual(['large/b.txt'])
    double.listBy(1_000)
  })

  test('does not read an upload is aborted after a silent minute, with only a few chunks in memory', async () => {
    const path = join(folder, 'large-video')
    const file = await open(path, 'w')
    await file.truncate(200_000_000)
    await file.close()
    double.misbehave('hang')
    const before = bytesHeld()
    const { timers, waiting } = handTimers()
    const putting = withTimers(timers)
      .put('up/d.mp4', path, 'video/mp4')
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(waiting).toHaveLength(1), { timeout: 30_000 })
    expect(waiting[0]?.ms).toBe(60_000)
    expect(bytesHeld() - before).toBeLessThan(50_000_000)
    double.misbehave(...Array.from({ length: 40 }, () => ({ cutAfter: 1 })))
    waiting[0]?.run()
    expect(await putting).toBeInstanceOf(Error)
  }, 60_000)
})
