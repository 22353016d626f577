import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { acceptedPictures, whyNotPictureFile } from '#platform/picture-file.ts'
import { sendFile, UploadFailed } from '#platform/send-file.ts'
import { uuidV4 } from '#platform/uuid.ts'
import { Button } from '#ui/button.tsx'
import { cn } from '#ui/class-names.ts'
import { Field, FieldError } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Picture } from '#ui/picture.tsx'
import { drillPictureLimits, drillPictureRefusalTexts, drillPictureUploadAddress } from '../drill-picture.ts'
import { type DrillPicture, drillPictureSchema } from '../schema.ts'

/** A drill's picture, uncropped and never larger than its natural size. */
export function DrillPictureView({ picture, className }: { picture: DrillPicture; className?: string }) {
  const of = (type: string) => picture.files.filter((file) => file.type === type)
  const srcSet = (type: string) => {
    const set = of(type)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ')
    return set ? set : null
  }
  const [avif, webp] = [srcSet('image/avif'), srcSet('image/webp')]
  const plain = picture.files.at(-1)
  if (!plain) return null
  return (
    <Picture
      src={plain.url}
      {...(avif ? { avif } : {})}
      {...(webp ? { webp } : {})}
      alt={picture.alt}
      width={picture.width}
      height={picture.height}
      sizes="(min-width: 48rem) 30rem, 100vw"
      className={cn('overflow-hidden rounded-control bg-surface-sunken', className)}
      imageClassName="mx-auto max-h-72 object-contain"
    />
  )
}

/** The state of the picture field in a form. */
export interface PictureChoice {
  picture: DrillPicture | null
  isSending: boolean
  choose: (file: File) => Promise<void>
  remove: () => void
  cancel: () => void
  progress: number
  error: string | null
}

const isPicture = (answer: unknown): answer is DrillPicture => drillPictureSchema.safeParse(answer).success

/** Uploads the chosen picture. It is attached to the drill when the drill is saved. */
export function usePictureChoice(first: DrillPicture | null): PictureChoice {
  const [picture, setPicture] = useState(first)
  const [progress, setProgress] = useState(0)
  const [error, setError] = useState<string | null>(null)
  const [sending, setSending] = useState<AbortController | null>(null)

  async function choose(file: File) {
    const why = whyNotPictureFile(file, drillPictureLimits.bytes)
    setError(why ? drillPictureRefusalTexts[why] : null)
    if (why) return
    const stop = new AbortController()
    setSending(stop)
    setProgress(0)
    try {
      const address = `${drillPictureUploadAddress}?${new URLSearchParams({ id: uuidV4() })}`
      const made = await sendFile(address, file, isPicture, setProgress, stop.signal)
      setPicture((before) => ({ ...made, alt: before?.alt ?? '' }))
    } catch (cause) {
      if (!stop.signal.aborted)
        setError(cause instanceof UploadFailed ? cause.message : 'We could not send this picture.')
    } finally {
      setSending((now) => (now === stop ? null : now))
    }
  }

  return {
    picture,
    progress,
    error,
    isSending: sending !== null,
    choose,
    remove: () => {
      setPicture(null)
      setError(null)
    },
    cancel: () => {
      sending?.abort()
      setSending(null)
    },
  }
}

/** The picture field of a drill form, with alternative text. */
export function DrillPictureField({
  choice,
  altError,
}: {
  choice: PictureChoice
  altError?: string | undefined
}) {
  const { picture, isSending, error } = choice
  const chooser = useRef<HTMLInputElement>(null)
  const open = () => chooser.current?.click()
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1.5 text-sm font-medium">
        Picture <span className="font-normal text-muted">(optional)</span>
      </legend>
      <input
        ref={chooser}
        type="file"
        accept={acceptedPictures}
        aria-label="Picture of the drill"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void choice.choose(file)
        }}
      />
      {isSending ? (
        <div className="flex items-center gap-3 rounded-control border bg-surface-sunken p-4">
          <progress
            max={100}
            value={Math.round(choice.progress * 100)}
            aria-label="Sending the picture"
            className="h-1.5 min-w-0 flex-1 accent-brand"
          />
          <Button size="sm" onClick={choice.cancel}>
            Cancel
          </Button>
        </div>
      ) : picture ? (
        <>
          <DrillPictureView picture={picture} />
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={open}>
              Choose another
            </Button>
            <Button size="sm" variant="ghost" onClick={choice.remove}>
              Remove
            </Button>
          </div>
        </>
      ) : (
        <button
          type="button"
          onClick={open}
          className="flex min-h-20 items-center justify-center gap-2 rounded-control border border-dashed border-line-strong bg-surface px-4 py-3 text-[0.9375rem] font-medium hover:bg-surface-hover"
        >
          <ImagePlus aria-hidden className="size-5 text-brand" />
          Add a picture
        </button>
      )}
      {error ? <FieldError id="drill-picture-error">{error}</FieldError> : null}
      {picture ? (
        <Field
          label="What the picture shows"
          optional
          hint="Read aloud to students who can’t see it."
          error={altError}
        >
          <Input
            name="pictureAlt"
            defaultValue={picture.alt}
            autoComplete="off"
            maxLength={260}
            placeholder="Two tees a putter’s width apart, the ball behind them"
          />
        </Field>
      ) : null}
    </fieldset>
  )
}
