import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { siteName } from '#platform/site-name.ts'
import { dateIn, formatDate, OFFICE_ZONE } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'
import { notificationsClient } from '../client.ts'
import type { Preferences } from '../preferences/schema.ts'
import { preferencesQuery } from './notification-queries.ts'
import { ownEndpointHash, type PushAbility, pushAbility, turnPushOff, turnPushOn } from './push-browser.ts'

const whyNot: Record<Exclude<PushAbility, 'can'>, string> = {
  blocked: 'Your browser blocks notifications from this site. Allow them in your browser settings first.',
  home_screen_first: `On an iPhone or iPad, add ${siteName} to your home screen first (Share, then Add to Home Screen) and open it from there.`,
  cannot: 'This browser cannot show notifications.',
}

/** Push notifications on this device, and a list of all subscribed devices. */
export function PushSettings({ push }: { push: Preferences['push'] }) {
  const queryClient = useQueryClient()
  const zone = useViewerZone() ?? OFFICE_ZONE
  const [ability, setAbility] = useState<PushAbility | null>(null)
  const [own, setOwn] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  useEffect(() => {
    setAbility(pushAbility())
    ownEndpointHash().then(setOwn, () => undefined)
  }, [])

  const isOn = push.devices.some(({ endpointHash }) => endpointHash === own)

  async function change(work: () => Promise<unknown>, done: string) {
    setSaving(true)
    try {
      if ((await work()) === false) toast.error('Notifications are still off', 'Your browser blocked them.')
      else toast.success(done)
    } catch (problem) {
      toast.error('That did not work', problem instanceof Error ? problem.message : undefined)
    } finally {
      setAbility(pushAbility())
      setOwn(await ownEndpointHash().catch(() => null))
      await queryClient.invalidateQueries({ queryKey: preferencesQuery.queryKey })
      setSaving(false)
    }
  }

  const { publicKey } = push
  if (publicKey === null)
    return <p className="text-muted">Push notifications are not set up at the moment.</p>
  return (
    <div className="flex flex-col gap-4">
      {ability !== null && ability !== 'can' ? (
        <p className="text-[0.9375rem] text-muted">{whyNot[ability]}</p>
      ) : null}
      {ability === 'can' ? (
        <Button
          variant={isOn ? 'secondary' : 'brand'}
          loading={isSaving}
          className="self-start"
          onClick={() =>
            void (isOn
              ? change(turnPushOff, 'Notifications are off on this device')
              : change(() => turnPushOn(publicKey), 'Notifications are on for this device'))
          }
        >
          {isOn ? 'Turn off on this device' : 'Turn on for this device'}
        </Button>
      ) : null}
      {push.devices.length > 0 ? (
        <ul className="divide-y rounded-card border bg-surface-raised">
          {push.devices.map((one) => (
            <li
              key={one.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
            >
              <span className="min-w-0">
                <span className="block font-medium">
                  {one.device || 'A browser'}
                  {one.endpointHash === own ? (
                    <span className="font-normal text-muted"> · this device</span>
                  ) : null}
                </span>
                <span className="block text-sm text-muted">since {formatDate(dateIn(one.since, zone))}</span>
              </span>
              {one.endpointHash === own ? null : (
                <Button
                  size="sm"
                  onClick={() =>
                    void change(async () => {
                      await notificationsClient.unsubscribePush.call({ id: one.id })
                    }, 'Notifications are off on that device')
                  }
                >
                  Turn off<span className="sr-only">: {one.device}</span>
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
