import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Images } from 'lucide-react'
import { type DragEvent, useEffect, useId, useRef, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { acceptedPictures } from '#platform/picture-file.ts'
import { Alert } from '#ui/alert.tsx'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.tsx'
import { ownProfileClient } from '../../client.ts'
import { pictureLimits } from '../../pictures/picture.ts'
import type { OwnGallery, OwnPicture } from '../../pictures/schema.ts'
import { refreshProfile } from '../refresh-profile.ts'
import { galleryQuery } from './gallery-query.ts'
import { PictureDialog } from './picture-dialog.tsx'
import { PictureTile } from './picture-tile.tsx'
import { UploadList } from './upload-list.tsx'
import { usePictureOrder } from './use-picture-order.ts'
import { usePictureUploads } from './use-picture-uploads.ts'

/** Adds, orders, describes and removes the pictures of a coach's gallery. */
export function GalleryEditor({ userId }: { userId: string }) {
  const gallery = useQuery(galleryQuery)
  if (gallery.isPending)
    return (
      <div aria-hidden className="mt-6 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} className="aspect-[4/3.6]" />
        ))}
      </div>
    )
  if (!gallery.data)
    return (
      <Alert
        tone="error"
        title="Your gallery could not be loaded."
        className="mt-8"
        action={
          <Button size="sm" onClick={() => void gallery.refetch()}>
            Try again
          </Button>
        }
      >
        Nothing was changed. Students see it as it was.
      </Alert>
    )
  return <Editor userId={userId} gallery={gallery.data} />
}

function Editor({ userId, gallery }: { userId: string; gallery: OwnGallery }) {
  const queryClient = useQueryClient()
  const refresh = () => refreshProfile(queryClient)
  const { pictures, move } = usePictureOrder(gallery)
  const { uploads, add, retry, remove } = usePictureUploads(userId, () => void refresh())
  const chooser = useRef<HTMLInputElement>(null)
  const adder = useRef<HTMLButtonElement>(null)
  const hintId = useId()
  const [said, setSaid] = useState('')
  /** The dialog edits one picture, or all pictures without a description one after the other. */
  const [edited, setEdited] = useState<{ url: string; isSeries: boolean } | null>(null)
  const [removed, setRemoved] = useState<OwnPicture | null>(null)
  const [isOver, setOver] = useState(false)
  const hasRemoved = useRef(false)
  useEffect(() => {
    if (removed || !hasRemoved.current) return
    // The button that opened the dialog was removed with the picture, so focus the add button.
    hasRemoved.current = false
    adder.current?.focus()
  }, [removed])

  const undescribed = pictures.filter(({ alt }) => alt === '')
  const picture = pictures.find(({ url }) => url === edited?.url)
  const nextToDescribe = edited?.isSeries ? undescribed.find(({ url }) => url !== edited.url) : undefined
  const isFull = pictures.length >= pictureLimits.most

  const moveTo = (from: number, to: number) => {
    move(from, to)
    setSaid(
      `Picture moved to place ${to + 1} of ${pictures.length}.${to === 0 ? ' It is now the cover.' : ''}`,
    )
  }
  const drops = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(false)
      add([...event.dataTransfer.files])
    },
  }
  const take = async (gone: OwnPicture) => {
    try {
      queryClient.setQueryData(
        galleryQuery.queryKey,
        await ownProfileClient.removePicture.call({ url: gone.url }),
      )
      void refresh()
      setSaid('Picture removed.')
      toast.success('Picture removed', 'No one can open it anymore, even with its link.')
      hasRemoved.current = true
    } catch (error) {
      toast.error('Not removed', readProblem(error).message ?? 'We could not reach the server.')
      void refresh()
    }
  }

  return (
    <div {...drops} className={cn('rounded-card', isOver && 'outline-3 outline-offset-8 outline-brand')}>
      <input
        ref={chooser}
        type="file"
        multiple
        accept={acceptedPictures}
        aria-label="Pictures to add"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          add([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <p id={hintId} className="sr-only">
        Drag to another place, or press the arrow keys. Home makes it the cover.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <p className="text-[0.9375rem] text-muted">
          {pictures.length === 0
            ? 'The first picture is your cover.'
            : `${pictures.length} of ${pictureLimits.most} pictures. The first is your cover; drag to change the order.`}
        </p>
        {pictures.length > 0 ? (
          <Button ref={adder} variant="brand" disabled={isFull} onClick={() => chooser.current?.click()}>
            <ImagePlus aria-hidden />
            Add pictures
          </Button>
        ) : null}
      </div>
      <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />
      {undescribed.length > 0 ? (
        <Alert
          className="mt-4"
          title={
            undescribed.length === 1
              ? 'A picture has no description'
              : `${undescribed.length} pictures have no description`
          }
          action={
            <Button size="sm" onClick={() => setEdited({ url: undescribed[0]?.url ?? '', isSeries: true })}>
              Describe {undescribed.length === 1 ? 'it' : 'them'}
            </Button>
          }
        >
          People who cannot see a picture hear only your name. A sentence is enough.
        </Alert>
      ) : null}
      {pictures.length === 0 ? (
        <div className="mt-4 flex flex-col items-center rounded-card border border-dashed border-line-strong px-6 py-16 text-center">
          <Images aria-hidden strokeWidth={1.5} className="mb-4 size-9 text-brand" />
          <p className="font-display text-xl font-[560]">Show where you teach</p>
          <p className="mt-1.5 max-w-[44ch] text-[0.9375rem] text-muted">
            Add photos of you, your range or your students’ swings. Drop pictures here or choose several at
            once: JPEG, PNG, WebP or AVIF, up to 20 MB each.
          </p>
          <Button
            ref={adder}
            variant="primary"
            size="lg"
            className="mt-6"
            onClick={() => chooser.current?.click()}
          >
            <ImagePlus aria-hidden />
            Add pictures
          </Button>
        </div>
      ) : (
        <ul aria-label="Your pictures" className="mt-5 grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {pictures.map((one, at) => (
            <PictureTile
              key={one.url}
              picture={one}
              at={at}
              of={pictures.length}
              hintId={hintId}
              onMove={moveTo}
              onEdit={() => setEdited({ url: one.url, isSeries: false })}
              onRemove={() => setRemoved(one)}
            />
          ))}
        </ul>
      )}
      {picture ? (
        <PictureDialog
          key={picture.url}
          picture={picture}
          hasNext={nextToDescribe !== undefined}
          onClose={() => setEdited(null)}
          onSaved={async () => {
            await refresh()
            setEdited(nextToDescribe ? { url: nextToDescribe.url, isSeries: true } : null)
            if (!nextToDescribe) toast.success('Description saved')
          }}
        />
      ) : null}
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={(isOpen) => isOpen || setRemoved(null)}
        title="Remove this picture?"
        description="It is deleted from your profile and from our servers. This cannot be undone."
        confirmLabel="Remove picture"
        keepLabel="Keep it"
        onConfirm={() => (removed ? take(removed) : undefined)}
      />
    </div>
  )
}
