import { ExternalLink } from 'lucide-react'
import { policyText } from '#features/bookings/cancellation/cancellation.ts'
import { CoachAbout } from '#features/coaches/components/coach-about.tsx'
import { CoachGallery } from '#features/coaches/components/coach-gallery.tsx'
import { CoachHeadline } from '#features/coaches/components/coach-headline.tsx'
import { CoachPlaces } from '#features/coaches/components/coach-places.tsx'
import { CoachPolicies } from '#features/coaches/components/coach-policies.tsx'
import type { CoachProfile } from '#features/coaches/schema.ts'
import { CoachCard } from '#features/search/components/coach-card.tsx'
import type { CoachCard as Card } from '#features/search/schema.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Tabs } from '#ui/tabs.tsx'

const PlacesMap = lazyPart(() => import('#features/search/components/map/places-map.tsx'), 'PlacesMap')

/** The card and the profile as students would see them, rendered with the same components. Inert. */
export function ProfilePreview({ coach, isVisible }: { coach: CoachProfile; isVisible: boolean }) {
  return (
    <div>
      <Tabs
        label="What students see"
        items={[
          {
            value: 'card',
            label: 'Card',
            content: (
              <div inert className="@container">
                <CoachCard coach={cardOf(coach)} position={1} nextOpening="unknown" />
              </div>
            ),
          },
          {
            value: 'profile',
            label: 'Profile',
            content: (
              <section
                aria-label="Your profile, not to be pressed"
                // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
                tabIndex={0}
                className="max-h-[70dvh] overflow-y-auto rounded-card border bg-surface [scrollbar-width:thin]"
              >
                <div inert className="@container pb-10 wrap-anywhere [zoom:0.62]">
                  <CoachGallery coach={coach} />
                  <div className="wrap flex flex-col gap-12">
                    <CoachHeadline coach={coach} me={null} actions={null} hasOpenTimes />
                    <CoachAbout coach={coach} />
                    <CoachPlaces coach={coach} DrawnMap={PlacesMap} />
                    <CoachPolicies
                      coach={coach}
                      cancellation={policyText(coach.cancellationPolicy)}
                      bookable={null}
                    />
                  </div>
                </div>
              </section>
            ),
          },
        ]}
      />
      <p className="mt-4 text-sm text-muted">
        {isVisible ? 'Includes your unsaved changes. ' : 'Your profile is hidden. '}
        <a
          href={`/instructor/${coach.id}`}
          target="_blank"
          rel="noopener"
          className="text-link inline-flex items-center gap-1 font-medium"
        >
          See your page as it is now
          <ExternalLink aria-hidden className="size-3.5" />
          <span className="sr-only">, opens in a new tab</span>
        </a>
      </p>
    </div>
  )
}

/** The coach's card as in search results. */
function cardOf(coach: CoachProfile): Card {
  const locations = coach.locations.slice(0, 3)
  return {
    id: coach.id,
    name: coach.name,
    label: coach.label,
    imageUrl: coach.imageUrl,
    galleryImages: coach.pictures.map(({ url }) => url),
    rating: coach.rating,
    reviewCount: coach.reviewCount,
    hourlyRateCents: coach.hourlyRateCents,
    verified: true,
    instantBookEnabled: coach.instantBookEnabled,
    launchMonitor: coach.launchMonitor,
    credentials: coach.credentials,
    location: coach.location,
    primaryLocationCity: locations[0]?.city ?? null,
    availability: 'Available',
    distance: null,
    closestLocation: null,
    bio: coach.bio,
    specialties: coach.specialties,
    gender: null,
    facilities: [],
    locations,
  }
}
