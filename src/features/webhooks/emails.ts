import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import type { Services } from '#ports/services.ts'
import { webhookOff, webhookOffKind } from './letters.ts'

const HREF = '/profile#webhooks'

/** Notifies the owner of a webhook that it was disabled. Once each time. */
export async function notifySwitchedOff(
  services: Pick<Services, 'jobs' | 'env' | 'clock' | 'answers'>,
  tx: Queryable,
  endpoint: { id: string; userId: string; url: string; disabledAt: number },
): Promise<void> {
  const { host } = new URL(endpoint.url)
  await notifyUser(services, tx, {
    userId: endpoint.userId,
    kind: webhookOffKind,
    businessKey: `${endpoint.id}:${endpoint.disabledAt}`,
    title: 'Your webhook was switched off',
    body: `Nothing arrived at ${host} for three days, or it said that it is gone.`,
    href: HREF,
    email: fillIn(webhookOff, { address: host, settings_url: `${services.env.appUrl}${HREF}` }),
    about: { what: 'webhook', endpointId: endpoint.id },
  })
}
