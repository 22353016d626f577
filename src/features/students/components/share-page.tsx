import { Share2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

/** Passes a coach's public page on: through the device's own sheet where there is one, else as a copied link. */
export function SharePage({ coachId, name }: { coachId: string; name: string }) {
  async function share() {
    const url = `${window.location.origin}/instructor/${coachId}`
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ title: `${name} on Greenside`, url })
      await navigator.clipboard.writeText(url)
      toast.success('Link copied', 'Send it to golfers you know.')
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast.error('The link could not be copied', url)
    }
  }
  return (
    <Button onClick={() => void share()}>
      <Share2 aria-hidden />
      Share your page
    </Button>
  )
}
