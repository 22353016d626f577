import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { readProblem } from '#platform/api-problem.ts'
import { formatDay } from '#platform/time.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { toast } from '#ui/toast.tsx'
import { accessTokensClient } from '../client.ts'
import type { AccessToken } from '../schema.ts'
import { scopeTexts } from '../scope.ts'
import { TOKEN_PREFIX } from '../token.ts'

/** One access token: its scopes, its last use, and a button to revoke it. */
export function TokenRow({ token }: { token: AccessToken }) {
  const zone = useViewerZone() ?? 'UTC'
  const queryClient = useQueryClient()
  const revoke = useMutation({
    ...accessTokensClient.revoke.mutationOptions(),
    onSuccess: () => toast.success('Token revoked', 'Programs that use it are refused from now on.'),
    onError: (error) => toast.error('Could not revoke it', readProblem(error).message ?? 'Please try again.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accessTokensClient.list.key() }),
  })
  const day = (at: string) => formatDay(at, zone, { year: true })
  return (
    <li className="flex flex-col gap-3 px-4 py-3.5 sm:flex-row sm:items-center sm:gap-4">
      <KeyRound aria-hidden className="size-6 shrink-0 text-muted max-sm:hidden" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium wrap-anywhere">
          {token.name}
          <code className="text-sm font-normal text-muted">
            {TOKEN_PREFIX}…{token.ending}
          </code>
          {token.isExpired ? <Badge tone="red">Expired</Badge> : null}
        </p>
        <p className="text-sm text-muted">{token.scopes.map((scope) => scopeTexts[scope]).join(' · ')}</p>
        <p className="text-sm text-muted">
          Made {day(token.createdAt)}
          {' · '}
          {token.lastUsedAt ? `last used ${day(token.lastUsedAt)}` : 'never used'}
          {' · '}
          {token.expiresAt
            ? `${token.isExpired ? 'expired' : 'good until'} ${day(token.expiresAt)}`
            : 'never expires'}
        </p>
      </div>
      <ConfirmDialog
        trigger={
          <Button size="sm" className="self-start" aria-label={`Revoke ${token.name}`}>
            Revoke
          </Button>
        }
        title={`Revoke ${token.name}?`}
        description="Software that uses this token stops working immediately. This cannot be undone."
        confirmLabel="Revoke token"
        onConfirm={() => revoke.mutateAsync({ tokenId: token.id }).then(undefined, () => undefined)}
      />
    </li>
  )
}
