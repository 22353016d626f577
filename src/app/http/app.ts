import { type Context, Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { providerReturnPath } from '#features/accounts/providers/schema.ts'
import { uploadAddress } from '#features/messages/attachments/attachment.ts'
import { pictureUploadAddress } from '#features/own-profile/pictures/picture.ts'
import { localConsultationPath } from '#features/search/consultation.ts'
import type { Actor } from '#platform/actor.ts'
import { isDatabaseDown } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { RequestContext } from '#platform/procedures.ts'
import type { Services } from '#ports/services.ts'
import { lettersPage } from '../letters/gallery.ts'
import { adminExports } from './admin-exports.ts'
import { attachmentFiles } from './attachments.ts'
import { beacons } from './beacons.ts'
import { limitBodyTo, MAX_BODY_BYTES } from './body-limit.ts'
import { browserErrors } from './browser-errors.ts'
import { calendars } from './calendars.ts'
import { procedureHandlers } from './calls.ts'
import { clipFiles, isClipUpload } from './clips.ts'
import { coachPictureFiles } from './coach-pictures.ts'
import { demoClockRoutes } from './demo-clock.ts'
import { docsFile, docsPage } from './docs.ts'
import { drillPictureFiles } from './drill-pictures.ts'
import { answerEmailWebhook } from './email-webhook.ts'
import { embeds } from './embed.ts'
import { answerEvents } from './events.ts'
import { health, type Lifecycle } from './health.ts'
import { answerLeaving } from './leave-list.ts'
import { consultationPage } from './local-consultation.ts'
import { localGoogle } from './local-google.ts'
import { localIdentityRoutes } from './local-identity.ts'
import { answerMcp } from './mcp.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { answerOneClick } from './one-click-unsubscribe.ts'
import { outboxPage } from './outbox.ts'
import type { AdmissionFigures } from './overload.ts'
import { pages } from './pages.ts'
import { noSuchRoute, problem } from './problem.ts'
import { answerAssistant, answerPublicApi } from './public-api.ts'
import { observeRequests, type RequestVariables } from './requests.ts'
import {
  framedHeaders,
  type InlineScripts,
  isCrossSite,
  NOBODY_ELSES,
  newNonce,
  securityHeaders,
} from './security.ts'
import { siteFiles } from './site-files.ts'
import { answerSmsStatusWebhook, answerSmsWebhook } from './sms-webhook.ts'
import { socialImages } from './social-images.ts'
import { readPublicSpec, readSpec } from './spec.ts'
import { answerPaymentWebhook } from './webhooks.ts'

/**
 * Defines all HTTP routes.
 * @param render renders a page for any other request
 * @param admission what the limit of concurrent requests did, for the metrics
 */
export function createHttpApp(
  services: Services,
  render: (request: Request) => Promise<Response> | Response,
  lifecycle: Lifecycle = { isDraining: false },
  admission?: AdmissionFigures,
  metrics: Metrics = createMetrics(),
) {
  const app = new Hono<{ Variables: RequestVariables }>()
  const procedures = procedureHandlers()

  app.use(observeRequests(services.log, metrics, services.env.TRUSTED_PROXY_HOPS))
  const headersOfData = Object.entries(securityHeaders(services.env, null))
  app.use(async (c, next) => {
    await next()
    const [scripts, framed] = [inlineScriptsOf(c), c.get('framed')]
    // Sets the headers on the response itself; Hono's `c.header` would create a new response for each.
    const { headers } = c.res
    for (const [name, value] of framed
      ? Object.entries(framedHeaders(services.env, framed))
      : scripts
        ? Object.entries(securityHeaders(services.env, scripts, c.req.path))
        : headersOfData)
      headers.set(name, value)
    if (!headers.has('cache-control')) headers.set('cache-control', NOBODY_ELSES)
  })
  const limitBody = limitBodyTo(MAX_BODY_BYTES, (c) => problem(c, 413, 'too_large', 'That is too large.'))
  app.use((c, next) => {
    // These have no side effects and no body, and checking for a body costs more than answering them.
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    if (isCrossSite(c.req.raw, services.env) && !comesFromOutside(c.req.path))
      return Promise.resolve(problem(c, 403, 'foreign_origin', 'This request came from another site.'))
    // Photo and video uploads have their own, larger limits, enforced while streaming.
    if (c.req.path === uploadAddress || c.req.path === pictureUploadAddress || isClipUpload(c.req.path))
      return next()
    // Answered without reading the body.
    if (c.req.path === '/share') return next()
    // Passwords are hashed in a queue, of which one address may not take all places.
    return services.passwords.forAddress(c.get('ip'), () => limitBody(c, next))
  })

  app.route('/', health(services, metrics, lifecycle, admission))

  app.get('/api/spec.json', async (c) => c.json(await readSpec(services.env)))
  app.get('/api/docs', (c) => {
    const nonce = newNonce()
    c.set('nonce', nonce)
    return c.html(docsPage(nonce))
  })
  app.get('/api/docs/:file', (c) => docsFile(c))
  app.get('/api/v1/spec.json', async (c) => c.json(await readPublicSpec(services.env)))
  app.all('/api/v1/*', (c) => answerPublicApi(c, services, contextOf, procedures.v1))
  app.all('/mcp', (c) => answerAssistant(c, services, (context) => answerMcp(c, context)))
  app.all('/api/*', async (c) => (await procedures.rest(await contextOf(c))) ?? noSuchRoute(c))
  app.all('/rpc/*', async (c) => (await procedures.rpc(await contextOf(c))) ?? noSuchRoute(c))
  app.post('/webhooks/payments', (c) => answerPaymentWebhook(c, services))
  app.post('/webhooks/sms', (c) => answerSmsWebhook(c, services))
  app.post('/webhooks/sms-status', (c) => answerSmsStatusWebhook(c, services))
  app.post('/webhooks/email', (c) => answerEmailWebhook(c, services))
  app.post('/unsubscribe', (c) => answerOneClick(c, services))
  // Files of the share sheet stay on the device: the service worker keeps them. Without it, the page asks to share again.
  app.post('/share', (c) => c.redirect('/share?problem=again', 303))
  app.post('/leave-list', (c) => answerLeaving(c, services))
  app.route('/calendar', calendars(services))
  app.route('/t', beacons(services))
  app.route('/t/errors', browserErrors(services))
  app.get('/events', async (c) => answerEvents(c, services, await actorOf(c)))
  app.route('/', adminExports(services))
  app.route('/', attachmentFiles(services))
  app.route('/', clipFiles(services))
  app.route('/', coachPictureFiles(services))
  app.route('/', drillPictureFiles(services))
  app.route('/', siteFiles(services))
  app.route('/', embeds(services))
  app.route('/', socialImages(services))
  if (services.env.isDemo) {
    app.get('/dev/outbox', async (c) => {
      const nonce = newNonce()
      c.set('nonce', nonce)
      return c.html(await outboxPage(services, nonce, c.req.query('to') ?? ''))
    })
    app.route('/', demoClockRoutes(services, actorOf))
    if (services.localCalendar) app.route('/', localGoogle(services, services.localCalendar, actorOf))
    if (services.localIdentity)
      app.route('/', localIdentityRoutes(services, services.localIdentity, providerReturnPath))
    app.get(localConsultationPath, (c) => {
      const nonce = newNonce()
      c.set('nonce', nonce)
      return c.html(consultationPage(nonce))
    })
    app.get('/dev/letters', async (c) => {
      const nonce = newNonce()
      c.set('nonce', nonce)
      return c.html(await lettersPage(services, nonce))
    })
  }
  const answerPage = pages(services, render)
  app.all('*', async (c) => await answerPage(c, await contextOf(c)))

  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    services.log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure')
    if (error instanceof AppError && error.code === 'unavailable')
      return problem(c, 503, error.reason, error.userMessage)
    if (isDatabaseDown(error))
      return problem(
        c,
        503,
        'unavailable',
        'We cannot reach our database right now. Please try again in a minute.',
      )
    return problem(c, 500, 'internal', 'Something went wrong on our side. Please try again.')
  })
  return app

  async function actorOf(c: Context<{ Variables: RequestVariables }>): Promise<Actor | null> {
    return await services.sessions.findActor(c.req.raw.headers)
  }

  async function contextOf(c: Context<{ Variables: RequestVariables }>): Promise<RequestContext<Services>> {
    const answerHeaders = new Headers()
    return {
      services,
      actor: await services.sessions.findActor(c.req.raw.headers, answerHeaders),
      log: services.log,
      requestId: c.get('requestId'),
      ip: c.get('ip'),
      request: c.req.raw,
      answerHeaders,
    }
  }
}

function inlineScriptsOf(c: Context<{ Variables: RequestVariables }>): InlineScripts | null {
  const [nonce, hashes] = [c.get('nonce'), c.get('scriptHashes')]
  return nonce ? { nonce } : hashes ? { hashes } : null
}

/** Requests from providers and mail programs, which are authenticated by other means than a cookie. */
const comesFromOutside = (path: string) => path.startsWith('/webhooks/') || path === '/unsubscribe'
