import { useMutation } from '@tanstack/react-query'
import { readProblem } from '#platform/api-problem.ts'
import { siteName } from '#platform/site-name.ts'
import { formatMoment } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { webhooksClient } from '../client.ts'
import type { Delivery, Endpoint } from '../schema.ts'

const sayFailed = (error: unknown) =>
  toast.error('That did not work', readProblem(error).message ?? 'Please try again.')

/** One address: whether it works, what it was told last and how it answered. */
export function WebhookCard({
  endpoint,
  onChanged,
}: {
  endpoint: Endpoint
  /** Reloads the list. A dialog closes after that, so that its focus does not return to a removed webhook. */
  onChanged: () => Promise<unknown>
}) {
  const told = { onError: sayFailed, onSettled: onChanged }
  const test = useMutation({
    ...webhooksClient.sendTest.mutationOptions(),
    ...told,
    onSuccess: () => toast.success('A test is on its way'),
  })
  const resume = useMutation({
    ...webhooksClient.resume.mutationOptions(),
    ...told,
    onSuccess: () => toast.success('Switched on'),
  })
  const remove = useMutation({
    ...webhooksClient.remove.mutationOptions(),
    ...told,
    onSuccess: () => toast.success('Webhook removed'),
  })
  const { id: endpointId, url, disabledAt, failingSince } = endpoint
  return (
    <article className="rounded-card border bg-surface-raised" aria-label={url}>
      <div className="flex flex-col gap-3 px-4 py-3.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          {url}
          {disabledAt ? (
            <Badge tone="red">Switched off</Badge>
          ) : failingSince ? (
            <Badge tone="yellow">Not answering</Badge>
          ) : (
            <Badge tone="green">On</Badge>
          )}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{endpoint.events.join(' · ')}</p>
        <div className="flex flex-wrap gap-2.5">
          {disabledAt ? (
            <Button size="sm" loading={resume.isPending} onClick={() => resume.mutate({ endpointId })}>
              Switch on
            </Button>
          ) : (
            <Button size="sm" loading={test.isPending} onClick={() => test.mutate({ endpointId })}>
              Send a test
            </Button>
          )}
          <Button size="sm" variant="ghost" onClick={() => void onChanged()}>
            Refresh
          </Button>
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost" className="text-danger">
                Remove
              </Button>
            }
            title="Remove this webhook?"
            description={`${siteName} stops sending events to it and deletes its delivery history. This cannot be undone.`}
            confirmLabel="Remove webhook"
            onConfirm={() => remove.mutateAsync({ endpointId }).then(undefined, () => undefined)}
          />
        </div>
      </div>
      {endpoint.deliveries.length > 0 ? (
        <ul className="divide-y border-t">
          {endpoint.deliveries.map((delivery) => (
            <DeliveryRow
              key={delivery.id}
              delivery={delivery}
              mayReplay={!disabledAt}
              onChanged={onChanged}
            />
          ))}
        </ul>
      ) : (
        <p className="border-t px-4 py-3 text-sm text-muted">No deliveries yet. Send a test event.</p>
      )}
    </article>
  )
}

function DeliveryRow(props: { delivery: Delivery; mayReplay: boolean; onChanged: () => void }) {
  const { delivery } = props
  const zone = useViewerZone() ?? 'UTC'
  const replay = useMutation({
    ...webhooksClient.replay.mutationOptions(),
    onSuccess: () => toast.success('It is sent again'),
    onError: sayFailed,
    onSettled: props.onChanged,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5 text-sm">
      <code className="w-full sm:w-44">{delivery.event}</code>
      <span className="min-w-0 flex-1 text-muted">
        {formatMoment(Date.parse(delivery.createdAt), zone)} · {outcomeOf(delivery)}
      </span>
      <Button
        size="sm"
        variant="ghost"
        disabled={!props.mayReplay}
        loading={replay.isPending}
        onClick={() => replay.mutate({ deliveryId: delivery.id })}
        aria-label={`Send ${delivery.event} again`}
      >
        Send again
      </Button>
    </li>
  )
}

/** `answered 204`, `answered 500, tried 3 times`, `no answer: timeout` */
function outcomeOf({ attempts, lastStatus, lastFault, deliveredAt }: Delivery): string {
  if (attempts === 0) return 'on its way'
  const answered =
    lastStatus === null ? `no answer: ${(lastFault ?? '').replaceAll('_', ' ')}` : `answered ${lastStatus}`
  return deliveredAt === null && attempts > 1 ? `${answered}, tried ${attempts} times` : answered
}
