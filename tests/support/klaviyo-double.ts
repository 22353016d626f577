import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { startLocalServer } from './local-server.ts'

const importSchema = z.object({
  data: z.object({
    type: z.literal('profile-bulk-import-job'),
    attributes: z.object({
      profiles: z.object({
        data: z.array(
          z.object({
            type: z.literal('profile'),
            attributes: z.object({
              email: z.string(),
              first_name: z.string(),
              last_name: z.string(),
              location: z.object({ city: z.string() }).optional(),
              properties: z.record(z.string(), z.string()),
            }),
          }),
        ),
      }),
    }),
  }),
})

const unsubscribeSchema = z.object({
  data: z.strictObject({
    type: z.literal('profile-subscription-bulk-delete-job'),
    attributes: z.object({
      profiles: z.object({
        data: z
          .array(
            z.object({
              type: z.literal('profile'),
              attributes: z.strictObject({
                email: z.string(),
                subscriptions: z.object({
                  email: z.object({ marketing: z.object({ consent: z.literal('UNSUBSCRIBED') }) }),
                }),
              }),
            }),
          )
          .max(100),
      }),
    }),
  }),
})

/**
 * Klaviyo's bulk import and unsubscribing on 127.0.0.1: https://developers.klaviyo.com/en/reference/bulk_import_profiles and
 * bulk_unsubscribe_profiles
 */
export async function startKlaviyoDouble({ apiKey }: { apiKey: string }) {
  const profiles = new Map<
    string,
    z.output<typeof importSchema>['data']['attributes']['profiles']['data'][0]
  >()
  const unsubscribed = new Set<string>()
  const refused = new Set<string>()
  const jobs = new Map<string, { looks: number; failed: number; total: number }>()
  let trouble: ('hang' | 'never done' | number)[] = []

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/vnd.api+json' }).end(JSON.stringify(body))
    const refuse = (status: number) => send(status, { errors: [{ status, code: 'wrong', detail: 'Wrong' }] })
    const { pathname } = new URL(request.url ?? '/', 'http://double')
    const body = await text(request)
    const problem = trouble[0] === 'never done' ? 'never done' : trouble.shift()
    if (problem === 'hang') return
    if (typeof problem === 'number') return refuse(problem)
    if (request.headers.authorization !== `Klaviyo-API-Key ${apiKey}`) return refuse(401)
    if (!/^\d{4}-\d\d-\d\d$/.test(String(request.headers.revision))) return refuse(400)
    const [id] = /[^/]+$/.exec(pathname) ?? []
    const job = jobs.get(id ?? '')
    if (request.method === 'GET' && job) {
      const isDone = problem !== 'never done' && ++job.looks > 1
      const attributes = {
        status: isDone ? 'complete' : 'processing',
        total_count: job.total,
        completed_count: isDone ? job.total - job.failed : 0,
        failed_count: isDone ? job.failed : 0,
      }
      return send(200, { data: { type: 'profile-bulk-import-job', id, attributes } })
    }
    if (request.method === 'POST' && pathname === '/api/profile-subscription-bulk-delete-jobs') {
      const asked = unsubscribeSchema.safeParse(JSON.parse(body))
      if (!asked.success) return refuse(400)
      for (const { attributes } of asked.data.data.attributes.profiles.data)
        unsubscribed.add(attributes.email)
      return response.writeHead(202).end()
    }
    if (request.method !== 'POST' || pathname !== '/api/profile-bulk-import-jobs') return refuse(404)
    const parsed = importSchema.safeParse(JSON.parse(body))
    if (!parsed.success) return refuse(400)
    const { data } = parsed.data.data.attributes.profiles
    const good = data.filter(({ attributes }) => !refused.has(attributes.email))
    for (const one of good) profiles.set(one.attributes.email, one)
    const jobId = randomBytes(8).toString('hex')
    jobs.set(jobId, { looks: 0, failed: data.length - good.length, total: data.length })
    return send(202, {
      data: { type: 'profile-bulk-import-job', id: jobId, attributes: { status: 'queued' } },
    })
  }

  const server = await startLocalServer(handle)
  return {
    ...server,
    profiles,
    /** Who gets no newsletters, in small letters; an import leaves it. */
    unsubscribed,
    /** This address is turned down while the others are taken. */
    refuse: (email: string) => refused.add(email),
    /** What goes wrong with the next requests, one each; 'never done' stays. */
    misbehave(...next: typeof trouble) {
      trouble = next
    },
  }
}
