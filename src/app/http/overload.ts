import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { inBrandColors } from '#platform/brand.ts'
import away from './away.html?raw'
import { requestAddress } from './client-address.ts'
import { countPerAddress } from './count-per-address.ts'
import { findOwnLimit, type OwnLimit } from './own-limit.ts'
import { isPublicApi, PROBLEM_JSON, problemOf } from './problem.ts'
import { type BodyReceiver, hasShortBody, receiveBodies } from './receive-body.ts'

const awayPage = inBrandColors(away)

/** Requests that are never refused: payment webhooks and operators' endpoints. */
const alwaysAnswered = /^\/(webhooks\/|healthz$|readyz$|metrics$)/
/** Files take long to transfer but use little CPU time. A build asset costs less to serve than to refuse. */
const files = /^\/(uploads|files|assets|art|map)\//
/**
 * Requests that do not count toward the concurrency limit: event streams, and sign-in requests, which wait in a separate queue for password
 * hashing. A client that tries many passwords must not cause other requests to be refused. Signing out is included.
 */
const lasting = /^\/(events$|rpc\/accounts\/|api\/(sessions|accounts)(\/|$))/

/** The Retry-After of refused requests, in seconds. */
const RETRY_AFTER_SECONDS = '2'
/** An address may have this many times as many open file requests as other requests. */
const FILES_FACTOR = 4

/** Time limits for clients, in milliseconds. */
const TIMES = {
  /** To send a body, except under /uploads/. */
  bodyMs: 15_000,
  /** Without reading any bytes of a response. */
  stalledMs: 30_000,
  /** To read a whole response. */
  answerMs: 120_000,
  /** Without reading any bytes of a file: browsers pause the download of a video until playback catches up. */
  stalledFileMs: 300_000,
}

export interface AdmissionLimits {
  /** Upper bound for the number of concurrent requests; the process finds its own limit below it. 0 for no limit. */
  atOnce: number
  /** Maximum number of open requests per address (an IPv6 /64), counted until the response has been read; 0 for no limit. */
  perAddress: number
  /** The number of proxies whose X-Forwarded-For is trusted. */
  trustedHops: number
  /** Receives a summary of refused requests, at most once a second: logging each one would cost more than the response. */
  tell?: (refused: { count: number; reasons: Partial<Record<Refusal, number>>; path: string }) => void
  times?: Partial<typeof TIMES>
  /** Replaces the process's own limit in tests. */
  own?: OwnLimit
}

/** What the limits did, for the metrics. */
export interface AdmissionFigures {
  /** The number of requests refused since the process started. */
  turnedAway(): number
  /** The number of concurrent requests that the process admits now; 0 for no limit. */
  atOnce(): number
}

/** The figures of a process without limits. */
export const noAdmission: AdmissionFigures = { turnedAway: () => 0, atOnce: () => 0 }

/** Limits the requests that a process accepts. */
export interface Admission extends AdmissionFigures {
  /** Wraps a request listener so that requests beyond the limits are refused. */
  guard(answer: RequestListener): RequestListener
}

type Refusal = 'busy' | 'too_many_requests' | 'too_slow' | 'too_large'

/**
 * Limits the number of concurrent requests and immediately refuses the rest with 503, because an overloaded process would answer every
 * request late. The process finds the limit itself (`own-limit.ts`). A request counts from the arrival of its body until the start of its response, so clients that send or read slowly do not
 * use up the limit. Slow clients are subject to time limits, and each address to a limit of open requests.
 *
 * The guard works on Node's own requests, before the framework: a refusal must cost a small fraction of an answer, or refused requests
 * would keep the process busy.
 */
export function admitRequests({
  atOnce,
  perAddress,
  trustedHops,
  tell,
  times,
  own = findOwnLimit(atOnce),
}: AdmissionLimits): Admission {
  const limits = { ...TIMES, ...times }
  const bodies: BodyReceiver = receiveBodies(limits.bodyMs)
  const openRequests = countPerAddress(perAddress)
  const openFiles = countPerAddress(perAddress * FILES_FACTOR)
  let [underWay, turnedAway] = [0, 0]
  const note = tell && tellEachSecond(tell)

  const refuse = (refusal: Refusal, path: string, request: IncomingMessage, response: ServerResponse) => {
    turnedAway++
    note?.(refusal, path)
    turnAway(refusal, path, request, response)
  }
  const isFull = (path: string) =>
    atOnce > 0 && underWay >= own.atOnce() && isCounted(path) && !alwaysAnswered.test(path)

  return {
    turnedAway: () => turnedAway,
    atOnce: () => (atOnce > 0 ? own.atOnce() : 0),
    guard: (answer) => (request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '/'
      // First, because it costs least.
      if (isFull(path)) return refuse('busy', path, request, response)
      if (path !== '/events' && !alwaysAnswered.test(path)) {
        const address = requestAddress(forwardedFor(request), request.socket, trustedHops)
        const leave = (files.test(path) ? openFiles : openRequests)(address)
        if (!leave) return refuse('too_many_requests', path, request, response)
        response.once('close', leave)
      }
      if (!hasShortBody(request, path)) return admit(path, request, response)
      return bodies.receive(request, (outcome) => {
        if (outcome === 'late') return refuse('too_slow', path, request, response)
        if (outcome === 'large') return refuse('too_large', path, request, response)
        if (isFull(path)) return refuse('busy', path, request, response)
        return admit(path, request, response)
      })

      function admit(path: string, request: IncomingMessage, response: ServerResponse) {
        const counts = isCounted(path)
        if (counts) underWay++
        const [admittedAt, crowd] = [performance.now(), underWay]
        onceAnswered(response, (isAnswered) => {
          if (counts) {
            underWay--
            const time = performance.now()
            // The duration of a request that its client aborted says nothing about this process.
            if (isAnswered && !alwaysAnswered.test(path)) own.note(time - admittedAt, crowd, time)
          }
          if (path !== '/events') limitReading(response, files.test(path), limits)
        })
        return answer(request, response)
      }
    },
  }
}

const isCounted = (path: string) => !lasting.test(path) && !files.test(path)

function forwardedFor({ headers }: IncomingMessage): string | undefined {
  const value = headers['x-forwarded-for']
  return Array.isArray(value) ? value.join(',') : value
}

/** Calls back once: with true when the response headers are written, with false when the client has disconnected before. */
function onceAnswered(response: ServerResponse, call: (isAnswered: boolean) => void): void {
  const writeHead = response.writeHead
  const once = (isAnswered: boolean) => {
    response.off('close', onClose)
    response.writeHead = writeHead
    call(isAnswered)
  }
  const onClose = () => once(false)
  response.once('close', onClose)
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    once(true)
    return writeHead.apply(response, args)
  }) as typeof writeHead
}

/** Closes the connection of a client that does not read its response. */
function limitReading(response: ServerResponse, isFile: boolean, limits: typeof TIMES): void {
  if (response.destroyed) return
  response.setTimeout(isFile ? limits.stalledFileMs : limits.stalledMs)
  if (isFile) return
  const timer = setTimeout(() => response.destroy(), limits.answerMs).unref()
  response.once('close', () => clearTimeout(timer))
}

/** Collects refusals and reports them together, one second after the first. */
function tellEachSecond(tell: NonNullable<AdmissionLimits['tell']>) {
  let gathered: Parameters<typeof tell>[0] | null = null
  return (refusal: Refusal, path: string) => {
    if (gathered === null) {
      gathered = { count: 0, reasons: {}, path }
      setTimeout(() => {
        if (gathered) tell(gathered)
        gathered = null
      }, 1_000).unref()
    }
    gathered.count += 1
    gathered.reasons[refusal] = (gathered.reasons[refusal] ?? 0) + 1
  }
}

const refusals = {
  busy: [503, 'We are very busy right now. Nothing was changed. Please try again in a moment.'],
  too_many_requests: [429, 'Too many requests come from your network at once. Please try again in a moment.'],
  too_slow: [408, 'That took too long to arrive. Nothing was changed. Please try again.'],
  too_large: [413, 'That is too large.'],
} as const

/** A refusal in one format, complete: it must cost a small fraction of an answer. */
interface Refused {
  status: number
  /** Names and values in turn, which Node writes as they are. */
  headers: string[]
  body: Buffer
}

const prepare = (status: number, type: string, text: string): Refused => {
  const body = Buffer.from(text)
  return {
    status,
    body,
    headers: [
      ...['content-type', type],
      ...['content-length', String(body.length)],
      ...['content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"],
      ...['x-content-type-options', 'nosniff'],
      ...['cache-control', 'no-store'],
      ...(status === 503 || status === 429 ? ['retry-after', RETRY_AFTER_SECONDS] : []),
    ],
  }
}

const prepared = Object.fromEntries(
  Object.entries(refusals).map(([refusal, [status, message]]) => [
    refusal,
    {
      page: prepare(status, 'text/html; charset=utf-8', awayPage),
      problem: prepare(status, PROBLEM_JSON, JSON.stringify(problemOf(refusal, status, message))),
      json: prepare(status, 'application/json', JSON.stringify({ code: refusal, message })),
    },
  ]),
) as Record<Refusal, Record<'page' | 'problem' | 'json', Refused>>

function turnAway(refusal: Refusal, path: string, request: IncomingMessage, response: ServerResponse): void {
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
  const { status, headers, body } =
    prepared[refusal][isPage ? 'page' : isPublicApi(path) ? 'problem' : 'json']
  // The rest of an unread body would be parsed as the next request.
  const isAllRead = request.complete || request.method === 'GET'
  response.writeHead(status, isAllRead ? headers : [...headers, 'connection', 'close'])
  response.end(request.method === 'HEAD' ? undefined : body)
}
