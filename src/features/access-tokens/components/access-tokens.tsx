import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Alert } from '#ui/alert.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { accessTokensClient } from '../client.ts'
import { NewToken } from './new-token.tsx'
import { ShownToken } from './shown-token.tsx'
import { TokenRow } from './token-row.tsx'

const tokensQuery = accessTokensClient.list.queryOptions({ staleTime: 0 })

/**
 * Manages the user's API access tokens: creates one, shows it once, lists tokens with their last use, and
 * revokes them.
 */
export function AccessTokens() {
  const tokens = useQuery(tokensQuery)
  const [shown, setShown] = useState<{ name: string; token: string } | null>(null)
  const [isMaking, setMaking] = useState(false)
  if (tokens.isPending) return <Skeleton className="h-19 w-full" />
  if (tokens.isError)
    return (
      <Alert
        tone="error"
        title="Your access tokens could not be loaded."
        action={
          <Button size="sm" onClick={() => void tokens.refetch()}>
            Try again
          </Button>
        }
      />
    )
  return (
    <div className="flex flex-col gap-5">
      {shown ? <ShownToken {...shown} onDone={() => setShown(null)} /> : null}
      {tokens.data.length > 0 ? (
        <ul className="divide-y rounded-card border bg-surface-raised">
          {tokens.data.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap items-center gap-2.5">
        <Button variant="brand" onClick={() => setMaking(true)}>
          Make a token
        </Button>
        <a href="/api/docs" className={buttonClass({ variant: 'ghost' })}>
          Read how the API works
        </a>
      </div>
      <p className="text-sm text-muted">
        Assistants that speak the Model Context Protocol (MCP) use a token, too: they connect to this site’s
        address followed by <code>/mcp</code>, find open times and hold them. You pay.
      </p>
      {isMaking ? (
        <NewToken
          onMade={(made) => {
            setMaking(false)
            setShown(made)
          }}
          onClose={() => setMaking(false)}
        />
      ) : null}
    </div>
  )
}
