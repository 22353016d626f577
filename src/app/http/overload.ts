import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import awayPage from './away.html?raw'
import { requestAddress } from './client-address.ts'
import { countPerAddress } from './count-per-address.ts'
import { isPublicApi, PROBLEM_JSON, problemOf } from './problem.ts'
import { type BodyReceiver, hasShortBody, receiveBodies } from './receive-body.ts'

/** Never turned away: events of payments, and what operators ask. */
const alwaysAnswered = /^\/(webhooks\/|healthz$|readyz$|metrics$)/
/** Files, which take long to travel and cost little meanwhile; those of the build cost less than turning somebody away. */
const files = /^\/(uploads|files|assets|art|map)\//
/**
 * Not counted among the requests at once: streams, files, and requests that wait for a password to be hashed, which has a queue of its
 * own: somebody who tries many passwords must not turn the others away. Signing out is one of them.
 */
const lasting = /^\/(events$|rpc\/accounts\/|api\/(sessions|accounts)(\/|$))/

/** When a client that was turned away should come back, in seconds. */
const RETRY_AFTER_SECONDS = '2'
/** One address may have this many times as many files on their way as other requests. */
const FILES_FACTOR = 4

/** How long clients may take, in milliseconds. */
const TIMES = {
  /** To send a body, outside of /uploads/. */
  bodyMs: 15_000,
  /** To read no byte of an answer. */
  stalledMs: 30_000,
  /** To read a whole answer. */
  answerMs: 120_000,
  /** To read no byte of a file: browsers stop reading a video until it has been played that far. */
  stalledFileMs: 300_000,
}

export interface AdmissionLimits {
  /** Requests that the process answers at once; 0 for no limit. */
  atOnce: number
  /** Requests of one address (an IPv6 /64) that are open at once, until their answer was read; 0 for no limit. */
  perAddress: number
  /** Proxies whose X-Forwarded-For is believed. */
  trustedHops: number
  /** Hears of the requests that were turned away, once a second at most: a line for each would cost more than the answer. */
  tell?: (refused: { count: number; reasons: Partial<Record<Refusal, number>>; path: string }) => void
  times?: Partial<typeof TIMES>
}

/** Which requests a process takes on. */
export interface Admission {
  /** What answers requests, except for those that are turned away. */
  guard(answer: RequestListener): RequestListener
  /** How many were turned away since the process began. */
  turnedAway(): number
}

type Refusal = 'busy' | 'too_many_requests' | 'too_slow' | 'too_large'

/**
 * Answers a limited number of requests at once and turns the others away at once, with 503: a process that takes on more than it can do
 * answers everybody late. A request counts from the moment its body is there until its answer begins, so that clients who send or
 * read slowly take no place of others; how long they may take is limited, and how many requests one address has open.
 *
 * It looks at Node's own requests, before the framework makes anything of them: to turn somebody away must cost a small part of an
 * answer, or those who are turned away keep the process busy.
 */
export function admitRequests({ atOnce, perAddress, trustedHops, tell, times }: AdmissionLimits): Admission {
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
    atOnce > 0 && underWay >= atOnce && isCounted(path) && !alwaysAnswered.test(path)

  return {
    turnedAway: () => turnedAway,
    guard: (answer) => (request, response) => {
      const path = request.url?.split('?', 1)[0] ?? '/'
      if (path !== '/events' && !alwaysAnswered.test(path)) {
        const address = requestAddress(forwardedFor(request), request.socket, trustedHops)
        const leave = (files.test(path) ? openFiles : openRequests)(address)
        if (!leave) return refuse('too_many_requests', path, request, response)
        response.once('close', leave)
      }
      if (isFull(path)) return refuse('busy', path, request, response)
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
        onceAnswered(response, () => {
          if (counts) underWay--
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

/** Calls back once: when the head of the answer is written, or the client left before. */
function onceAnswered(response: ServerResponse, call: () => void): void {
  const writeHead = response.writeHead
  const once = () => {
    response.off('close', once)
    response.writeHead = writeHead
    call()
  }
  response.once('close', once)
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    once()
    return writeHead.apply(response, args)
  }) as typeof writeHead
}

/** Ends the connection of a client that does not read its answer. */
function limitReading(response: ServerResponse, isFile: boolean, limits: typeof TIMES): void {
  if (response.destroyed) return
  response.setTimeout(isFile ? limits.stalledFileMs : limits.stalledMs)
  if (isFile) return
  const timer = setTimeout(() => response.destroy(), limits.answerMs).unref()
  response.once('close', () => clearTimeout(timer))
}

/** Gathers refusals and tells of them together, a second after the first. */
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

function turnAway(refusal: Refusal, path: string, request: IncomingMessage, response: ServerResponse): void {
  const [status, message] = refusals[refusal]
  const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
  const [type, body] = isPage
    ? ['text/html; charset=utf-8', awayPage]
    : isPublicApi(path)
      ? [PROBLEM_JSON, JSON.stringify(problemOf(refusal, status, message))]
      : ['application/json', JSON.stringify({ code: refusal, message })]
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(body),
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...(status === 503 || status === 429 ? { 'retry-after': RETRY_AFTER_SECONDS } : {}),
    // The rest of a body that is not read would be taken for the next request.
    ...(request.complete || request.method === 'GET' ? {} : { connection: 'close' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
