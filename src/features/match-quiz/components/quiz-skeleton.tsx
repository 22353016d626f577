import { Skeleton } from '#ui/skeleton.tsx'

/** A placeholder of the same size as a question or the result. */
export function QuizSkeleton() {
  return (
    <div className="mx-auto max-w-2xl" aria-busy="true">
      <h1 className="sr-only">Find your match</h1>
      <p className="sr-only" role="status">
        Loading the questions…
      </p>
      <Skeleton className="h-4 w-28" />
      <Skeleton className="mt-2.5 h-1.5 w-full" />
      <Skeleton className="mt-10 h-10 w-4/5" />
      <Skeleton className="mt-4 h-6 w-3/5" />
      <div className="mt-9 grid gap-2.5">
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
        <Skeleton className="h-15" />
      </div>
    </div>
  )
}
