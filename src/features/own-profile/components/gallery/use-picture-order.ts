import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../../client.ts'
import { moved } from '../../pictures/picture.ts'
import type { OwnGallery } from '../../pictures/schema.ts'
import { galleryQuery } from './gallery-query.ts'

/**
 * Reorders a gallery with optimistic updates that are saved one after the other. When another window changed
 * the order first, the move is reverted with a message.
 */
export function usePictureOrder(gallery: OwnGallery) {
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<readonly string[] | null>(null)
  const latest = useRef<{ tag: string; wanted: readonly string[] | null }>({ tag: gallery.tag, wanted: null })
  const isSaving = useRef(false)

  const pictures = wanted
    ? wanted.flatMap((url) => gallery.pictures.find((picture) => picture.url === url) ?? [])
    : gallery.pictures

  async function save() {
    if (isSaving.current) return
    isSaving.current = true
    try {
      while (latest.current.wanted) {
        const urls = latest.current.wanted
        const saved = await ownProfileClient.orderPictures.call({
          basedOn: latest.current.tag,
          urls: [...urls],
        })
        latest.current.tag = saved.tag
        queryClient.setQueryData(galleryQuery.queryKey, saved)
        const next = latest.current.wanted
        const added = saved.pictures.map(({ url }) => url).filter((url) => !next.includes(url))
        latest.current.wanted = next === urls ? null : [...next, ...added]
      }
    } catch (error) {
      latest.current.wanted = null
      const { code, message } = readProblem(error)
      toast.error(
        'Order not saved',
        code === 'changed_elsewhere'
          ? 'The gallery was changed in another window. Here is the latest version.'
          : (message ?? 'We could not reach the server. The pictures are where they were.'),
      )
      await queryClient.invalidateQueries({ queryKey: galleryQuery.queryKey })
    } finally {
      isSaving.current = false
      setWanted(null)
    }
  }

  return {
    pictures,
    move(from: number, to: number) {
      const urls = moved(
        pictures.map(({ url }) => url),
        from,
        to,
      )
      if (!isSaving.current) latest.current.tag = gallery.tag
      latest.current.wanted = urls
      setWanted(urls)
      void save()
    },
  }
}
