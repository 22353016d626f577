import { Share2 } from 'lucide-react'
import { siteName } from '#platform/site-name.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

/**
 * Shares a coach's public page: with the device's share sheet where available, otherwise by copying the link.
 */
export function SharePage({
  coachId,
  name,
  size = 'md',
  onShared,
}: {
  coachId: string
  name: string
  size?: 'sm' | 'md'
  onShared?: () => void
}) {
  async function share() {
    const url = `${window.location.origin}/instructor/${coachId}`
    try {
      if (typeof navigator.share === 'function')
        await navigator.share({ title: `${name} on ${siteName}`, url })
      else {
        await navigator.clipboard.writeText(url)
        toast.success('Link copied', 'Send it to golfers you know.')
      }
      onShared?.()
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast.error('The link could not be copied', url)
    }
  }
  return (
    <Button size={size} onClick={() => void share()}>
      <Share2 aria-hidden />
      {size === 'sm' ? 'Share' : 'Share your page'}
    </Button>
  )
}
