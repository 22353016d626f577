import { Skeleton } from '#ui/skeleton.tsx'

/** A placeholder with the dimensions of a coach card. */
export function CoachCardSkeleton() {
  return (
    <div className="grid w-full grid-cols-[7.25rem_minmax(0,1fr)] @md:grid-cols-[8.5rem_minmax(0,1fr)] overflow-hidden rounded-card border bg-surface-raised @2xl:flex @2xl:flex-col">
      <Skeleton className="min-h-29 rounded-none @max-2xl:m-3 @max-2xl:mr-0 @max-2xl:rounded-control @2xl:aspect-[4/3]" />
      <div className="px-4 pt-4 @2xl:px-5">
        <div className="flex justify-between gap-3 @max-2xl:flex-col">
          <Skeleton className="h-6 w-36" />
          <Skeleton className="h-6 w-20" />
        </div>
        <Skeleton className="mt-2.5 h-4 w-full max-w-52" />
      </div>
      <div className="px-4 pb-4 @max-2xl:col-span-2 @2xl:px-5 @2xl:pb-5">
        <Skeleton className="mt-3.5 h-10 w-full rounded-control" />
        <Skeleton className="mt-4 h-3.5 w-56" />
        <Skeleton className="mt-3 h-3.5 w-full" />
        <Skeleton className="mt-2.5 h-3.5 w-4/5" />
        <Skeleton className="mt-4.5 h-3.5 w-64" />
        <Skeleton className="mt-3.5 h-3.5 w-48" />
        <Skeleton className="mt-8 h-9 w-full rounded-control" />
      </div>
    </div>
  )
}
