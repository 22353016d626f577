import { useQuery } from '@tanstack/react-query'
import { CloudRain } from 'lucide-react'
import { cn } from '#ui/class-names.ts'
import { rainChecksClient } from '../client.ts'
import { rainRuleText } from '../rain-check.ts'

/** A coach's rule for bad weather, read before booking; nothing when there is none. Loaded after the page. */
export function RainRuleLine({ coachId, look }: { coachId: string; look: 'profile' | 'terms' }) {
  const { data } = useQuery(rainChecksClient.ofCoach.queryOptions({ input: { coachId }, staleTime: 60_000 }))
  const text = data ? rainRuleText(data.rule) : null
  if (!text) return null
  const Line = look === 'profile' ? 'li' : 'p'
  return (
    <Line className={look === 'profile' ? 'flex gap-3' : 'flex gap-2.5 text-sm text-muted'}>
      <CloudRain
        aria-hidden
        strokeWidth={look === 'profile' ? 1.75 : 2}
        className={cn('mt-0.5 shrink-0 text-brand', look === 'profile' ? 'size-5' : 'size-4')}
      />
      {text}
    </Line>
  )
}
