import { Clock, FastForward } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatMoment } from '#platform/time.ts'
import { useNow } from '#platform/use-now.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

interface Next {
  what: string
  /** Milliseconds since 1970, UTC. */
  at: number
  zone: string
}

const headers = { accept: 'application/json', 'content-type': 'application/json' }

/** Moves a demo's clock forward: an hour, a day, or to the next thing that happens to the viewer's lessons. */
export function DemoClockBar() {
  const now = useNow(10_000)
  const zone = useViewerZone() ?? 'America/New_York'
  const [next, setNext] = useState<Next | null>()
  const [isMoving, setMoving] = useState(false)
  useEffect(() => {
    fetch('/dev/clock', { headers })
      .then(async (answer) => setNext((await answer.json()).next))
      .catch(() => setNext(null))
  }, [])

  async function move(by: 'hour' | 'day' | 'next') {
    setMoving(true)
    try {
      const answer = await fetch('/dev/clock', { method: 'POST', headers, body: JSON.stringify({ by }) })
      if (answer.ok) return location.reload()
      toast.error('The clock was not moved', (await answer.json()).message)
    } catch {
      toast.error('The clock was not moved', 'Please try again.')
    }
    setMoving(false)
  }

  return (
    <section
      aria-label="Demo clock"
      data-no-print
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t bg-surface-sunken px-3 py-1 text-sm"
    >
      <span className="inline-flex items-center gap-1.5">
        <Clock aria-hidden className="size-4" />
        Demo clock: {now ? formatMoment(now, zone) : ' '}
      </span>
      <span className="flex min-w-0 flex-wrap gap-1">
        <Button
          variant="ghost"
          size="sm"
          disabled={isMoving || !next}
          onClick={() => void move('next')}
          className="h-auto min-h-9 shrink whitespace-normal py-1 text-left"
        >
          <FastForward aria-hidden />
          {next === null ? 'Nothing is coming up' : `Next: ${next?.what ?? '…'}`}
        </Button>
        <Button variant="ghost" size="sm" disabled={isMoving} onClick={() => void move('hour')}>
          + 1 hour
        </Button>
        <Button variant="ghost" size="sm" disabled={isMoving} onClick={() => void move('day')}>
          + 1 day
        </Button>
      </span>
      {isMoving ? (
        <span role="status" className="text-muted">
          Moving the clock…
        </span>
      ) : null}
    </section>
  )
}
