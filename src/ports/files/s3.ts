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
  /** An S3-compatible service; buckets are path segments of this URL. */
  endpoint?: string
}

/** The hash of an empty body. */
const EMPTY_SHA256 = createHash('sha256').digest('hex')
/**
 * The maximum time until a response begins, and the maximum inactivity during a transfer in either direction.
 * The total time is not limited: a video may take arbitrarily long on a slow phone.
 */
const LIMITS = { headersMs: 30_000, idleMs: 60_000 }
const TRIES = 5
/** Backoff for S3's `503 SlowDown`: exponential, with jitter. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [200, 10_000]

interface Ask {
  method: 'GET' | 'PUT' | 'DELETE'
  key: string
  headers?: Record<string, string>
  query?: Record<string, string>
}

/** A response whose body has not been read yet, and a function to abort it. */
interface Answer {
  response: Response
  hangUp(): void
}

/**
 * Files in an S3 bucket, which should be private. Uses five operations of the HTTP API
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/) without Amazon's SDK, which is larger than this server.
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
      // The content type is part of the signature.
      allHeaders: true,
    }).sign()
  }

  /**
   * Sends a request once. The timeout ends when the response begins; after that, the reader of the body
   * limits inactivity.
   */
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

  /** Reads a short response completely. */
  async function wordsOf({ response, hangUp }: Answer): Promise<string> {
    const dog = watchdog(timers, hangUp)
    dog.expect(LIMITS.idleMs)
    return await response.text().finally(() => dog.calm())
  }

  /** Sends an idempotent request, and retries it if the connection is lost or the service is overloaded. */
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
   * Retries after lost connections and overload, with increasing pauses.
   * @param read extracts the relevant part of a response, and a way to discard a response that is not needed
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
    // Keep the process alive until the next try.
    return new Promise((resume) => timers.after(ms, resume, true))
  }

  /**
   * Streams a file at the reader's speed: a slow reader is not cut off and does not block others. If the
   * service breaks the connection, the download resumes from the same position, provided that the file is
   * unchanged.
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
      // Nothing is requested before the stream is read.
      { highWaterMark: 0 },
    )
  }
}

const rangeHeader = (range: ByteRange | undefined): Record<string, string> =>
  range ? { range: `bytes=${range.start}-${range.end}` } : {}

/**
 * Returns the text of all elements with a tag name. Keys need no unescaping, but a continuation token may.
 */
const valuesOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]+)</${tag}>`, 'g'))].map(([, value = '']) =>
    value
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
      .replaceAll('&amp;', '&'),
  )

/** A permanent rejection: a retry would give the same result. */
class Refused extends Error {}

function refusal(status: number, body: string, key: string): Error {
  const said = /<Code>([^<]{1,80})<\/Code>/.exec(body)?.[1] ?? 'no code'
  return new Refused(`file storage answered ${status} (${said}) for ${key}`)
}
