import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from '#platform/log.ts'
import { type RequestNotes, withRequestNotes } from '#platform/request-notes.ts'
import { currentTraceId, traced } from '#platform/tracing.ts'
import { clientAddress, forwardingProxies } from './client-address.ts'
import type { Metrics } from './metrics.ts'
import type { FramedPage } from './security.ts'

export interface RequestVariables {
  requestId: string
  ip: string
  /** Set for pages: the content security policy allows scripts with this nonce. */
  nonce?: string
  /** Set for shared pages, which have no nonce: the content security policy allows scripts with these hashes. */
  scriptHashes?: readonly string[]
  /** Set for the only page that other sites may frame: its allowed script and styles. */
  framed?: FramedPage
}

/**
 * Assigns an id to every request, logs it and counts it. The log line contains the user and the time spent in the database, and `aborted`
 * if the client disconnected before the response. Health checks are counted but not logged.
 */
export function observeRequests(
  log: Logger,
  metrics: Metrics,
  trustedHops: number,
): MiddlewareHandler<{ Variables: RequestVariables }> {
  let isHopsTold = false
  /**
   * Warns about a wrong TRUSTED_PROXY_HOPS: all clients would share the proxy's address, so one client that guesses passwords would lock
   * out all others.
   */
  function tellHops(proxies: number) {
    if (isHopsTold || proxies === 0 || proxies >= trustedHops) return
    isHopsTold = true
    log.warn(
      { trustedHops, proxies },
      'TRUSTED_PROXY_HOPS is larger than the number of proxies in front: every visitor counts as the proxy',
    )
  }
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('ip', clientAddress(c, trustedHops))
    if (trustedHops > 1) tellHops(forwardingProxies(c))
    const notes: RequestNotes = { databaseMs: 0, statements: 0 }
    const [group, path] = [groupOf(c.req.path), withoutSecrets(c.req.path)]
    let traceId: string | undefined
    const attributes = {
      'http.request.method': c.req.method,
      'url.path': path,
      'greenside.request_id': requestId,
    }
    await traced(`${c.req.method} ${group}`, { kind: 'server', attributes }, async (span) => {
      traceId = currentTraceId()
      await withRequestNotes(notes, next)
      span?.setAttribute('http.response.status_code', c.res.status)
      if (notes.userId) span?.setAttribute('enduser.id', notes.userId)
    })
    c.res.headers.set('x-request-id', requestId)
    const ms = performance.now() - started
    metrics.observe(group, c.res.status, ms / 1000)
    if (c.res.status >= 500 || !/^\/(healthz|readyz|metrics|t(\/errors)?$|assets\/|art\/)/.test(c.req.path))
      log.info(
        {
          requestId,
          ...(traceId ? { traceId } : {}),
          method: c.req.method,
          path,
          status: c.res.status,
          ms: Math.round(ms),
          databaseMs: Math.round(notes.databaseMs),
          statements: notes.statements,
          ...(notes.userId ? { userId: notes.userId } : {}),
          ...(notes.actedBy ? { actedBy: notes.actedBy } : {}),
        },
        isAborted(c.env) ? 'aborted' : 'answered',
      )
  }
}

/** Whether the connection closed before the response. Reading the request's own signal would copy each request. */
function isAborted(env: unknown): boolean {
  const { outgoing } = (env ?? {}) as Partial<HttpBindings>
  return outgoing?.destroyed === true && !outgoing.writableEnded
}

/** A private calendar's URL grants access to it, so it must not be logged. */
const withoutSecrets = (path: string) => (path.startsWith('/calendar/') ? '/calendar/…' : path)

function groupOf(path: string): string {
  const group = path.split('/')[1] ?? ''
  return ['api', 'rpc', 'webhooks', 'events', 't', 'dev', 'healthz', 'readyz', 'metrics', 'mcp'].includes(
    group,
  )
    ? group
    : 'page'
}
