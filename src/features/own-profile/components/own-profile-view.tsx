import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LessonRates } from '#features/bookings/lesson-kinds.ts'
import { OwnSiteSection } from '#features/embed/own-site-section.tsx'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ratesOf } from '../own-profile.ts'
import { ownProfileQuery } from './own-profile-queries.ts'
import { ProfileEditor } from './profile-editor.tsx'

/**
 * A coach's own profile: the editor and a preview of the public page.
 * @param props.packages the coach's packages, which a feature above adds
 */
export function OwnProfileView(props: {
  packages: (coach: { id: string; rates: LessonRates }) => ReactNode
}) {
  const profile = useQuery(ownProfileQuery)
  if (profile.isPending)
    return (
      <div aria-hidden className="mt-6 grid gap-10 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <Skeleton className="h-160" />
        <Skeleton className="h-128" />
      </div>
    )
  if (!profile.data)
    return (
      <Alert
        tone="error"
        title="Your profile could not be loaded."
        className="mt-8"
        action={
          <Button size="sm" onClick={() => void profile.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing was changed. Students see it as it was.
      </Alert>
    )
  const { id, words } = profile.data
  return (
    <>
      <ProfileEditor profile={profile.data} />
      <div className="mt-6 grid gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {props.packages({ id, rates: ratesOf(words) })}
          <OwnSiteSection coachId={id} label={words.displayName} isVisible={words.isVisible} />
        </div>
      </div>
    </>
  )
}
