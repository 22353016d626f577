import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { Clock } from '#platform/clock.ts'
import { toIso } from '#platform/time.ts'
import { type ByteRange, checkedKey, type FilesPort } from './files.ts'
import { sendFileTo } from './s3-upload.ts'
import { systemTimers, type Timers, watchdog } from './timers.ts'

export interface S3Settings {
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Another service that speaks S3; its buckets are folders of this address. */
  endpoint?: string
}

/** Of nothing. */
const EMPTY_SHA256 = createHash('sha256').digest('hex')
/**
 * How long the service may take to begin an answer, and how long nothing may move while bytes travel, either way. There is no
 * limit on a whole file: a video to a slow phone takes as long as it takes.
 */
const LIMITS = { headersMs: 30_000, idleMs: 60_000 }
const TRIES = 5
/** S3 asks to be left alone for a while (`503 SlowDown`): longer each time, and not everybody at once. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 10_000]

interface Ask {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** An answer whose body is still to be read, and the way to hang up. */
interface Answer {
  response: Response
  hangUp(): void
}

/**
 * Files in an S3 bucket, which should be private. Five operations of its HTTP API
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/) do without Amazon's SDK, which is larger than this server.
 */
export function s3Files(settings: S3Settings, clock: Clock, timers: Timers = systemTimers): FilesPort {
  const { bucket, region, endpoint } = settings
  const base = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`

  return {
    async put(key, path, type) {
      const { size } = await stat(path)
      const hash = createHash('sha256')
      await pipeline(createReadStream(path), hash)
      const sha256 = hash.digest('hex')
      const target = { method: 'PUT', key: checkedKey(key), headers: { 'content-type': type } } as const
      const answer = await patiently(
        async () => {
          const { url, headers } = await signed(target, sha256)
          return await sendFileTo(url, headers, { path, bytes: size }, { ...LIMITS, timers })
        },
        (said) => said,
      )
      if (answer.status >= 300) throw refusal(answer.status, answer.text, key)
    },
    async open(key, range) {
      const first = await ask({ method: 'GET', key: checkedKey(key), headers: rangeHeader(range) })
      const { response } = first
      if (!response.ok) {
        const said = await wordsOf(first)
        if (response.status === 404) return null
        throw refusal(response.status, said, key)
      }
      const length = Number(response.headers.get('content-length'))
      const whole = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      const start = range?.start ?? 0
      return { body: steady(key, first, { start, end: start + length - 1 }), bytes: Number(whole ?? length) }
    },
    async removeFolder(folder) {
      const prefix = `${checkedKey(folder)}/`
      let after: string | null = null
      do {
        const query: Record<string, string> = {
          'list-type': '2',
          prefix,
          ...(after ? { 'continuation-token': after } : {}),
        }
        const answer = await ask({ method: 'GET', key: '', query })
        const listed = await wordsOf(answer)
        if (!answer.response.ok) throw refusal(answer.response.status, listed, folder)
        for (const key of valuesOf(listed, 'Key').filter((one) => one.startsWith(prefix))) {
          const gone = await ask({ method: 'DELETE', key: checkedKey(key) })
          const said = await wordsOf(gone)
          if (!gone.response.ok) throw refusal(gone.response.status, said, key)
        }
        after =
          valuesOf(listed, 'IsTruncated')[0] === 'true'
            ? (valuesOf(listed, 'NextContinuationToken')[0] ?? null)
            : null
      } while (after)
    },
  }

  async function signed({ method, key, headers = {}, query = {} }: Ask, hash = EMPTY_SHA256) {
    const url = new URL(`${base}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      accessKeyId: settings.accessKeyId,
      secretAccessKey: settings.secretAccessKey,
      region,
      service: 's3',
      datetime: toIso(clock.now()).replace(/[-:]|\.\d+/g, ''),
      // The content's type is part of what is signed.
      allHeaders: true,
    }).sign()
  }

  /** Asks once: until the answer begins there is a limit, afterwards whoever reads it sees to that. */
  async function askOnce(request: Ask): Promise<Answer> {
    const { url, headers } = await signed(request)
    const controller = new AbortController()
    const dog = watchdog(timers, (error) => controller.abort(error))
    dog.expect(LIMITS.headersMs)
    try {
      const { method } = request
      const response = await fetch(url, { method, headers, signal: controller.signal })
      return { response, hangUp: () => controller.abort() }
    } finally {
      dog.calm()
    }
  }

  /** A short answer as a whole. */
  async function wordsOf({ response, hangUp }: Answer): Promise<string> {
    const dog = watchdog(timers, hangUp)
    dog.expect(LIMITS.idleMs)
    return await response.text().finally(() => dog.calm())
  }

  /** What is asked for again when it is lost, or the service is too busy. */
  function ask(request: Ask): Promise<Answer> {
    return patiently(
      () => askOnce(request),
      ({ response, hangUp: drop }) => {
        const { status, headers } = response
        return { status, retryAfter: headers.get('retry-after'), drop }
      },
    )
  }

  /**
   * Tries again what was lost, or what the service is too busy for, with longer pauses each time.
   * @param read what of an answer decides, and how to drop one that is of no use
   */
  async function patiently<T>(
    work: () => Promise<T>,
    read: (answer: T) => { status: number; retryAfter: string | null; drop?(): void },
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      let retryAfter: string | null = null
      try {
        const answer = await work()
        const said = read(answer)
        if (attempt === TRIES || (said.status < 500 && said.status !== 429)) return answer
        said.drop?.()
        retryAfter = said.retryAfter
      } catch (error) {
        if (attempt === TRIES) throw error
      }
      await pause(attempt, retryAfter)
    }
  }

  function pause(attempt: number, retryAfter: string | null): Promise<void> {
    const asked = /^\d{1,3}$/.test(retryAfter ?? '') ? Number(retryAfter) * 1_000 : 0
    const longer = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
    const ms = Math.min(LONGEST_PAUSE_MS, Math.max(asked, longer))
    // A process that does nothing else must not end before the next try.
    return new Promise((resume) => timers.after(ms, resume, true))
  }

  /**
   * The bytes of a file as its reader asks for them: one who takes long holds up nobody and is not cut off. What breaks off on
   * the service's side goes on from there, as long as the file is the same.
   */
  function steady(key: string, first: Answer, wanted: ByteRange): ReadableStream<Uint8Array> {
    const etag = first.response.headers.get('etag')
    let answer: Answer | null = first
    let reader = first.response.body?.getReader()
    let at = wanted.start
    let losses = 0

    async function next(): Promise<Uint8Array | null> {
      if (at > wanted.end) return null
      answer ??= await goOn()
      reader ??= answer.response.body?.getReader()
      const dog = watchdog(timers, () => answer?.hangUp())
      dog.expect(LIMITS.idleMs)
      try {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done || !value) throw new Error(`file storage ended early at ${at} of ${wanted.end + 1} bytes`)
        at += value.length
        losses = 0
        return value
      } finally {
        dog.calm()
      }
    }

    async function goOn(): Promise<Answer> {
      const same: Record<string, string> = etag ? { 'if-match': etag } : {}
      const range = { ...rangeHeader({ start: at, end: wanted.end }), ...same }
      const again = await ask({ method: 'GET', key, headers: range })
      if (!again.response.ok) throw refusal(again.response.status, await wordsOf(again), key)
      return again
    }

    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          for (;;) {
            try {
              const bytes = await next()
              if (bytes) controller.enqueue(bytes)
              else controller.close()
              return
            } catch (error) {
              answer?.hangUp()
              answer = null
              reader = undefined
              losses += 1
              if (losses === TRIES || error instanceof Refused) return controller.error(error)
              await pause(losses, null)
            }
          }
        },
        cancel: () => answer?.hangUp(),
      },
      // Nothing is asked for before somebody wants it.
      { highWaterMark: 0 },
    )
  }
}

const rangeHeader = (range: ByteRange | undefined): Record<string, string> =>
  range ? { range: `bytes=${range.start}-${range.end}` } : {}

/** What stands between tags of that name. Keys are of plain characters; a token may be of any. */
const valuesOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'))].map(([, value = '']) =>
    value
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll('&amp;', '&'),
  )

/** It said no: asking again comes to the same. */
class Refused extends Error {}

function refusal(status: number, body: string, key: string): Error {
  const said = /<Code>([^<]{1,80})<\/Code>/.exec(body)?.[1] ?? 'no code'
  return new Refused(`file storage answered ${status} (${said}) for ${key}`)
}
