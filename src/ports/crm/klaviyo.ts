import { setTimeout as wait } from 'node:timers/promises'
import type { CrmPort } from './crm.ts'
import { CrmUnavailable, isAddress, profileFields, sortProfiles } from './crm.ts'

export interface KlaviyoSettings {
  /** A private key with the scopes `profiles:write`, `lists:write`, `profiles:read` and `subscriptions:write`. */
  apiKey: string
  /** Overrides https://a.klaviyo.com. */
  apiBase?: string
  /** The timeout of one request, in milliseconds. */
  timeoutMs?: number
  /** The polling interval for an import's status, in milliseconds. */
  pollMs?: number
  /** The maximum number of polls. */
  polls?: number
}

/**
 * Sends profiles to Klaviyo as bulk imports: one request for many profiles, then one status request per
 * second until the import is complete.
 */
export function klaviyoCrm(settings: KlaviyoSettings): CrmPort {
  const { pollMs = 1_000, polls = 60 } = settings
  let opening: ReturnType<typeof openClient> | undefined
  const connect = () => {
    opening ??= openClient(settings)
    return opening
  }
  return {
    name: 'klaviyo',
    async upsert(profiles) {
      const { good, bad } = sortProfiles(profiles)
      if (good.length === 0) return { synced: 0, failed: bad }
      const client = await connect()
      try {
        const data = good.map((one) => ({ type: 'profile' as const, attributes: profileFields(one) }))
        const started = await client.bulkImportProfiles({
          data: { type: 'profile-bulk-import-job', attributes: { profiles: { data } } },
        })
        const jobId = started.body.data.id
        for (let asked = 0; asked < polls; asked++) {
          await wait(pollMs)
          const { status, failedCount } = (await client.getBulkImportProfilesJob(jobId)).body.data.attributes
          if (status === 'cancelled') throw new Error(`import ${jobId} was cancelled`)
          if (status === 'complete') {
            const failed = Math.min(failedCount ?? 0, good.length)
            return { synced: good.length - failed, failed: bad + failed }
          }
        }
        throw new Error(`import ${jobId} is not done after ${polls} looks`)
      } catch (error) {
        throw new CrmUnavailable(withoutKey(error))
      }
    },
    async unsubscribe(email) {
      if (!isAddress(email)) return
      const client = await connect()
      const subscriptions = { email: { marketing: { consent: 'UNSUBSCRIBED' as const } } }
      try {
        // Without a list id it applies to all lists.
        await client.bulkUnsubscribeProfiles({
          data: {
            type: 'profile-subscription-bulk-delete-job',
            attributes: {
              profiles: {
                data: [{ type: 'profile', attributes: { email: email.toLowerCase(), subscriptions } }],
              },
            },
          },
        })
      } catch (error) {
        throw new CrmUnavailable(withoutKey(error))
      }
    },
  }
}

/** The library is large, so it is loaded on the first sync. */
async function openClient({ apiKey, apiBase, timeoutMs = 20_000 }: KlaviyoSettings) {
  const { ApiKeySession, ProfilesApi, RetryWithExponentialBackoff } = await import('klaviyo-api')
  class TimedSession extends ApiKeySession {
    override applyToRequest(request: Parameters<InstanceType<typeof ApiKeySession>['applyToRequest']>[0]) {
      super.applyToRequest(request)
      request.timeout = timeoutMs
    }
  }
  const retries = new RetryWithExponentialBackoff({ numRetries: 3, maxInterval: 5 })
  const client = new ProfilesApi(new TimedSession(apiKey, retries))
  if (apiBase) client.basePath = apiBase
  return client
}

/** The library's errors contain the whole request, including our key and the contacts' addresses. */
function withoutKey(error: unknown): Error {
  const status =
    error instanceof Error && 'status' in error && typeof error.status === 'number'
      ? ` (HTTP ${error.status})`
      : ''
  return new Error(`Klaviyo: ${error instanceof Error ? error.message : 'unknown'}${status}`)
}
