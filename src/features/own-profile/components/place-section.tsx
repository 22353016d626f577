import { useQueryClient } from '@tanstack/react-query'
import { Clock, Ellipsis, MapPin, Pencil, Plus, Star, Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { placeAddress } from '#features/coaches/place-address.ts'
import { readProblem } from '#platform/api-problem.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../client.ts'
import { profileLimits } from '../profile-limits.ts'
import type { OwnPlace } from '../schema.ts'
import { EditorSection } from './editor-section.tsx'
import { PlaceDialog } from './place-dialog.tsx'
import { refreshProfile } from './refresh-profile.ts'
import { RemovePlaceDialog } from './remove-place-dialog.tsx'

const SHOWN_ON_CARD = 3

/** The teaching places. Each is saved on its own, independent of the profile's text. */
export function PlaceSection({ places, isVisible }: { places: readonly OwnPlace[]; isVisible: boolean }) {
  const queryClient = useQueryClient()
  const refresh = () => refreshProfile(queryClient)
  const [edited, setEdited] = useState<OwnPlace | 'new' | null>(null)
  const [removed, setRemoved] = useState<OwnPlace | null>(null)
  const makePrimary = async (place: OwnPlace) => {
    try {
      await ownProfileClient.makePrimary.call({ placeId: place.id })
      await refresh()
      toast.success(`${place.name} is your main place`, 'It is shown first on your card and profile.')
    } catch (error) {
      toast.error('Not changed', readProblem(error).message ?? 'We could not reach the server.')
    }
  }
  return (
    <EditorSection
      title="Where you teach"
      description={
        places.length > SHOWN_ON_CARD
          ? 'Your card shows the first three, your profile all of them.'
          : 'Students search by distance from these places. Changes are saved right away.'
      }
      action={
        places.length < profileLimits.places && places.length > 0 ? (
          <Button size="sm" onClick={() => setEdited('new')}>
            <Plus aria-hidden />
            Add place
          </Button>
        ) : null
      }
    >
      {places.length === 0 ? (
        <EmptyState
          icon={MapPin}
          title="No place yet"
          action={
            <Button variant="brand" onClick={() => setEdited('new')}>
              Add a place
            </Button>
          }
        >
          Students find you by distance, so a profile needs at least one place to be seen.
        </EmptyState>
      ) : (
        <ul className="divide-y border-y">
          {places.map((place) => (
            <li key={place.id} className="flex items-start gap-3 py-4">
              <MapPin aria-hidden strokeWidth={1.75} className="mt-0.5 size-5 shrink-0 text-brand" />
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
                  {place.name}
                  {place.isPrimary ? (
                    <Badge tone="neutral" icon={Star}>
                      Main place
                    </Badge>
                  ) : null}
                </p>
                <p className="text-[0.9375rem] text-muted wrap-anywhere">{placeAddress(place)}</p>
                <p className="mt-0.5 flex items-center gap-1.5 text-sm text-muted">
                  <Clock aria-hidden className="size-3.5 shrink-0" />
                  Times there are in {place.zoneName}
                </p>
                {place.hasNoHours && places.length > 1 ? (
                  <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
                    <Badge tone="yellow" icon={TriangleAlert}>
                      No hours yet
                    </Badge>
                    <Anchor href="/availability" className="text-link font-medium">
                      Set the hours for this place
                    </Anchor>
                  </p>
                ) : null}
              </div>
              <Menu
                trigger={
                  <Button size="icon-sm" variant="ghost" aria-label={`What to do with ${place.name}`}>
                    <Ellipsis aria-hidden />
                  </Button>
                }
              >
                <MenuItem onSelect={() => setEdited(place)}>
                  <Pencil aria-hidden />
                  Change
                </MenuItem>
                {place.isPrimary ? null : (
                  <MenuItem onSelect={() => void makePrimary(place)}>
                    <Star aria-hidden />
                    Make it the main place
                  </MenuItem>
                )}
                <MenuItem tone="danger" onSelect={() => setRemoved(place)}>
                  <Trash2 aria-hidden />
                  Remove
                </MenuItem>
              </Menu>
            </li>
          ))}
        </ul>
      )}
      {edited ? (
        <PlaceDialog
          place={edited === 'new' ? null : (places.find(({ id }) => id === edited.id) ?? edited)}
          isFirst={places.length === 0}
          onClose={() => setEdited(null)}
          onSaved={refresh}
        />
      ) : null}
      {removed ? (
        <RemovePlaceDialog
          place={removed}
          others={places.filter(({ id }) => id !== removed.id)}
          isVisible={isVisible}
          onClose={() => setRemoved(null)}
          onRemoved={refresh}
        />
      ) : null}
    </EditorSection>
  )
}
