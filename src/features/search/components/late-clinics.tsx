import { lazy, Suspense } from 'react'
import { useNear } from '#ui/use-near.ts'

const ClinicsNear = lazy(async () => ({ default: (await import('./clinics-near.tsx')).ClinicsNear }))

/** {@link ClinicsNear}, loaded once the visitor scrolls near it. */
export function LateClinics(props: { zip: string; around: string; when?: string | undefined }) {
  const [frame, isNear] = useNear()
  return (
    <div ref={frame}>
      {isNear ? (
        <Suspense>
          <ClinicsNear {...props} />
        </Suspense>
      ) : null}
    </div>
  )
}
