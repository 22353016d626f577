import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { searchClient } from '#features/search/client.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { useNear } from '#ui/near.tsx'

const CoachMap = lazyPart(() => import('#features/search/components/map/coach-map.tsx'), 'CoachMap')

/**
 * Shows the city's best rated coaches on the search map. Its code and data are loaded once it scrolls into
 * view.
 */
export function CityMap({ zip }: { zip: string }) {
  const [frame, isNear] = useNear()
  const navigate = useNavigate()
  const { data } = useQuery({
    ...searchClient.coaches.queryOptions({ input: { zip, sort: 'rating' } }),
    enabled: isNear,
  })
  return (
    <div
      ref={frame}
      className="relative h-80 rounded-card bg-surface-sunken sm:h-[26rem] lg:h-full lg:min-h-[28rem]"
    >
      {data ? (
        <Suspense fallback={null}>
          <CoachMap
            result={data}
            onSearchHere={(found) => void navigate({ to: '/', search: { zip: found }, hash: 'search' })}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
