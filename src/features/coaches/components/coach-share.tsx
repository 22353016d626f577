import { Share2 } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

/** Passes the page on: through the device's own sheet where there is one, else as a copied link. */
export function CoachShare({ name }: { name: string }) {
  async function share() {
    const url = `${window.location.origin}${window.location.pathname}`
    try {
      if (typeof navigator.share === 'function')
        return await navigator.share({ title: `${name} on Greenside`, url })
      await navigator.clipboard.writeText(url)
      toast.success('Link copied', `The page of ${name} is ready to paste.`)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast.error('The link could not be copied', url)
    }
  }
  return (
    <Button size="sm" onClick={() => void share()}>
      <Share2 aria-hidden />
      Share
    </Button>
  )
}
