import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, Package, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { LessonRates } from '#features/bookings/lesson-kinds.ts'
import { readProblem } from '#platform/api-problem.ts'
import { formatMoney } from '#platform/money.ts'
import { pageOrigin } from '#platform/page-origin.ts'
import { formatDuration } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card, CardHeader } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { proposalsClient } from '../client.ts'
import { MAX_OFFERS } from '../packages/offers/offer.ts'
import type { OwnOffer } from '../packages/offers/schema.ts'
import { PackageOfferDialog } from './package-offer-dialog.tsx'

/** The packages that a coach sells on the profile. Each is saved on its own, independent of the profile's text. */
export function PackageOffersSection(props: { coachId: string; rates: LessonRates }) {
  const { coachId, rates } = props
  const queryClient = useQueryClient()
  const offers = useQuery(proposalsClient.ownPackageOffers.queryOptions())
  const [edited, setEdited] = useState<OwnOffer | 'new' | null>(null)
  const [removed, setRemoved] = useState<OwnOffer | null>(null)
  const refresh = () => queryClient.invalidateQueries({ queryKey: proposalsClient.key() })
  const list = offers.data
  const add = (
    <Button size="sm" onClick={() => setEdited('new')}>
      <Plus aria-hidden />
      Add package
    </Button>
  )

  async function copyLink(offer: OwnOffer) {
    try {
      await navigator.clipboard.writeText(`${pageOrigin()}/instructor/${coachId}?package=${offer.id}`)
      toast.success('Link copied', 'Whoever opens it sees this package on your profile.')
    } catch {
      toast.error('The browser did not allow that', 'Copy the address of your profile instead.')
    }
  }

  return (
    <Card asChild padding="md">
      <section aria-label="Packages">
        <CardHeader
          title="Packages"
          description="Several lessons paid at once, at a price you choose. The student chooses a time when buying or later, one lesson at a time. Changes are saved right away and apply to new purchases."
          action={list && list.length > 0 && list.length < MAX_OFFERS ? add : null}
        />
        {offers.isPending ? <Skeleton aria-hidden className="h-24" /> : null}
        {offers.isError ? (
          <Alert
            tone="error"
            title="Your packages could not be loaded."
            action={
              <Button size="sm" onClick={() => void offers.refetch()}>
                Try again
              </Button>
            }
          />
        ) : null}
        {list?.length === 0 ? (
          <EmptyState icon={Package} title="No packages yet" action={add}>
            Students who plan several lessons can pay for all of them at once, and you know that they come
            back.
          </EmptyState>
        ) : null}
        {list && list.length > 0 ? (
          <ul className="divide-y border-y">
            {list.map((offer) => (
              <li key={offer.id} className="flex items-start gap-3 py-4">
                <div className="min-w-0 flex-1 text-[0.9375rem]">
                  <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
                    {offer.title}
                    {offer.visibility === 'public' ? null : (
                      <Badge tone="neutral">
                        {offer.visibility === 'link' ? 'By link only' : 'Not sold'}
                      </Badge>
                    )}
                  </p>
                  <p className="text-muted">
                    {offer.lessons} × {formatDuration(offer.durationMinutes)}, valid for {offer.validDays}{' '}
                    days
                  </p>
                  <p className="text-sm text-muted">
                    {offer.sold === 0 ? 'None sold yet' : `${offer.sold} sold`}
                  </p>
                </div>
                <p className="tabular shrink-0 font-semibold">{formatMoney(offer.priceCents)}</p>
                <Menu
                  trigger={
                    <Button size="icon-sm" variant="ghost" aria-label={`What to do with ${offer.title}`}>
                      <Ellipsis aria-hidden />
                    </Button>
                  }
                >
                  <MenuItem onSelect={() => setEdited(offer)}>
                    <Pencil aria-hidden />
                    Change
                  </MenuItem>
                  {offer.visibility === 'off' ? null : (
                    <MenuItem onSelect={() => void copyLink(offer)}>
                      <Copy aria-hidden />
                      Copy link
                    </MenuItem>
                  )}
                  <MenuItem tone="danger" onSelect={() => setRemoved(offer)}>
                    <Trash2 aria-hidden />
                    Remove
                  </MenuItem>
                </Menu>
              </li>
            ))}
          </ul>
        ) : null}
        {edited ? (
          <PackageOfferDialog
            offer={edited === 'new' ? null : edited}
            rates={rates}
            onClose={() => setEdited(null)}
            onSaved={refresh}
          />
        ) : null}
        <ConfirmDialog
          open={removed !== null}
          onOpenChange={(isOpen) => isOpen || setRemoved(null)}
          title={`Remove “${removed?.title ?? ''}”?`}
          description="Students can no longer buy it. Packages that were bought keep their lessons and terms."
          confirmLabel="Remove package"
          keepLabel="Keep package"
          onConfirm={async () => {
            if (!removed) return
            try {
              await proposalsClient.removePackageOffer.call({ offerId: removed.id })
              toast.success('Package removed', removed.title)
            } catch (error) {
              toast.error('Not removed', readProblem(error).message ?? 'We could not reach the server.')
            }
            await refresh()
          }}
        />
      </section>
    </Card>
  )
}
