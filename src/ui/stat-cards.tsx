import { cn } from './class-names.ts'
import { StatCard, type StatCardProps } from './stat-card.tsx'

/** A row of key figures. While they load, placeholders of the same size are shown. */
export function StatCards({
  cards,
  loading,
  className,
}: {
  cards: readonly (StatCardProps & { label: string })[]
  loading: boolean
  className?: string
}) {
  return (
    <div className={cn('grid gap-3 sm:grid-cols-2 2xl:grid-cols-4', className)}>
      {cards.map((card) => (
        <StatCard key={card.label} {...card} loading={loading} />
      ))}
    </div>
  )
}
