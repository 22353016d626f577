import { Move } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { sendFile, UploadFailed } from '#platform/send-file.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { Dialog, DialogClose } from '#ui/dialog.tsx'
import { FormError } from '#ui/form-error.tsx'
import { pictureUploadAddress } from '../pictures/picture.ts'
import { type UploadedPicture, uploadedPictureSchema } from '../pictures/schema.ts'

/** The side of the crop frame in pixels, on every screen. */
const FRAME = 272
const STEP = 0.02

const isUploaded = (answer: unknown): answer is UploadedPicture =>
  uploadedPictureSchema.safeParse(answer).success

interface Whole {
  width: number
  height: number
}

/** The crop: its corner and side relative to the picture. */
interface Square {
  left: number
  top: number
  /** Relative to the shorter side. */
  size: number
}

/** Crops a portrait with the pointer or keyboard, and uploads it. */
export function PortraitDialog(props: {
  userId: string
  file: File
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const { userId, file, onClose, onSaved } = props
  const [address, setAddress] = useState<string | null>(null)
  const [whole, setWhole] = useState<Whole | null>(null)
  const [square, setSquare] = useState<Square>({ left: 0, top: 0, size: 1 })
  const [failure, setFailure] = useState<string | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const id = useRef(uuidV4())
  const sending = useRef<AbortController | null>(null)
  const from = useRef<{ x: number; y: number } | null>(null)
  const zoomId = useId()

  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      sending.current?.abort()
    }
  }, [file])

  const shorter = whole ? Math.min(whole.width, whole.height) : 1
  /** Screen pixels per pixel of the picture. */
  const scale = FRAME / (shorter * square.size)
  const place = (next: Square) => {
    if (!whole) return
    const side = shorter * next.size
    const within = (part: number, length: number) => Math.max(0, Math.min(part, 1 - side / length))
    setSquare({
      size: next.size,
      left: within(next.left, whole.width),
      top: within(next.top, whole.height),
    })
    // A different crop is a new upload.
    id.current = uuidV4()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    if (!by) return
    event.preventDefault()
    place({
      ...square,
      left: square.left + (by[0] ?? 0) * STEP,
      top: square.top + (by[1] ?? 0) * STEP,
    })
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!from.current || !whole) return
    const { x, y } = from.current
    from.current = { x: event.clientX, y: event.clientY }
    place({
      ...square,
      left: square.left - (event.clientX - x) / scale / whole.width,
      top: square.top - (event.clientY - y) / scale / whole.height,
    })
  }
  const zoom = (size: number) => {
    if (!whole) return
    const grow = (shorter * (square.size - size)) / 2
    place({
      size,
      left: square.left + grow / whole.width,
      top: square.top + grow / whole.height,
    })
  }
  const save = async () => {
    setFailure(null)
    setProgress(0)
    sending.current = new AbortController()
    const where = { left: String(square.left), top: String(square.top), size: String(square.size) }
    try {
      await sendFile(
        `${pictureUploadAddress}?${new URLSearchParams({ id: id.current, by: userId, purpose: 'portrait', ...where })}`,
        file,
        isUploaded,
        setProgress,
        sending.current.signal,
      )
      await onSaved()
    } catch (error) {
      setFailure(error instanceof UploadFailed ? error.message : 'We could not send this picture.')
    } finally {
      setProgress(null)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      size="sm"
      title="Place your portrait"
      description="Drag the picture, or use the arrow keys, until your face is in the circle."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="brand" loading={progress !== null} disabled={!whole} onClick={() => void save()}>
            Save portrait
          </Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-5">
        {failure ? <FormError title="Portrait not saved">{failure}</FormError> : null}
        <div
          role="application"
          aria-label="Picture in its frame"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            from.current = { x: event.clientX, y: event.clientY }
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            from.current = null
          }}
          onPointerCancel={() => {
            from.current = null
          }}
          className="relative size-68 cursor-move touch-none overflow-hidden rounded-control bg-surface-sunken select-none"
        >
          {address ? (
            <img
              src={address}
              alt=""
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
                setWhole({ width, height })
                const side = Math.min(width, height)
                setSquare({ left: (1 - side / width) / 2, top: (1 - side / height) / 4, size: 1 })
              }}
              onError={() => setFailure('This file is damaged or in a format we cannot read.')}
              style={
                whole
                  ? {
                      width: whole.width * scale,
                      height: whole.height * scale,
                      left: -square.left * whole.width * scale,
                      top: -square.top * whole.height * scale,
                    }
                  : undefined
              }
              className="absolute max-w-none"
            />
          ) : null}
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_999px_rgb(16_41_31/0.55)]"
          />
          <Move aria-hidden className="pointer-events-none absolute right-2.5 bottom-2.5 size-4 text-paper" />
        </div>
        <div className="flex w-68 items-center gap-3">
          <label htmlFor={zoomId} className="text-sm font-semibold">
            Zoom
          </label>
          <input
            id={zoomId}
            type="range"
            min={1}
            max={4}
            step={0.05}
            value={1 / square.size}
            disabled={!whole}
            onChange={(event) => zoom(1 / Number(event.target.value))}
            className="h-8 flex-1 accent-brand"
          />
        </div>
        {progress === null ? null : (
          <progress
            max={100}
            value={Math.round(progress * 100)}
            aria-label="Sending your portrait"
            className="h-1.5 w-68 overflow-hidden rounded-full accent-brand"
          />
        )}
      </div>
    </Dialog>
  )
}
