import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { webhooksClient } from '../client.ts'
import { NewWebhook } from './new-webhook.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { WebhookCard } from './webhook-card.tsx'

const webhooksQuery = webhooksClient.list.queryOptions({ staleTime: 0 })

/** Manages the user's webhooks: add, test, view deliveries, re-enable and remove. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery)
  const [secret, setSecret] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  if (webhooks.isPending) return <Skeleton className="h-19 w-full" />
  if (webhooks.isError)
    return (
      <Alert
        tone="error"
        title="Your webhooks could not be loaded."
        action={
          <Button size="sm" onClick={() => void webhooks.refetch()}>
            Try again
          </Button>
        }
      />
    )
  return (
    <div className="flex flex-col gap-5">
      {secret ? <ShownSecret secret={secret} onDone={() => setSecret(null)} /> : null}
      {webhooks.data.map((endpoint) => (
        <WebhookCard key={endpoint.id} endpoint={endpoint} onChanged={() => webhooks.refetch()} />
      ))}
      <div>
        <Button variant="brand" onClick={() => setAdding(true)}>
          Add a webhook
        </Button>
      </div>
      {isAdding ? (
        <NewWebhook
          onAdded={(added) => {
            setAdding(false)
            setSecret(added)
            void webhooks.refetch()
          }}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </div>
  )
}
