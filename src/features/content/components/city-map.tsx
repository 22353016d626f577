import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { searchClient } from '#features/search/client.ts'

const CoachMap = lazy(async () => ({
  default: (await import('#features/search/components/map/coach-map.tsx')).CoachMap,
}))

/**
 * Shows the city's best rated coaches on the search map. Its code and data are loaded once it scrolls into
 * view.
 */
export function CityMap({ zip }: { zip: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    const place = frame.current
    if (!place) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
    })
    observer.observe(place)
    return () => observer.disconnect()
  }, [])
  const { data } = useQuery({
    ...searchClient.coaches.queryOptions({ input: { zip, sort: 'rating' } }),
    enabled: isSeen,
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
