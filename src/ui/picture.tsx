import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { useImageFailed } from './use-image-failed.ts'

export type PictureProps = {
  /** The plainest file, for browsers that take neither source. */
  src: string
  /** `srcset` values: "/a-480.avif 480w, /a-960.avif 960w". */
  avif?: string
  webp?: string
  /** Empty for decoration. */
  alt: string
  /** How wide it is shown, such as "(min-width: 48rem) 33vw, 100vw". */
  sizes?: string
  /** The file's own size in pixels: reserves the place before it arrives. */
  width: number
  height: number
  /** The first picture of a page: loaded at once, before others. */
  priority?: boolean
  /** Shown in its place when it can't be loaded. */
  fallback?: ReactNode
  /** On the picture element. */
  className?: string
  /** On the image: fit, ratio, radius. */
  imageClassName?: string
}

/** A picture in modern formats that never moves the page and never shows a broken icon. */
export function Picture(props: PictureProps) {
  const { src, avif, webp, alt, sizes, width, height, priority, fallback, className, imageClassName } = props
  const image = useImageFailed(src)
  if (image.failed) {
    return (
      <span className={cn('block', className)}>
        {fallback ?? <NoPicture alt={alt} width={width} height={height} className={imageClassName} />}
      </span>
    )
  }
  return (
    <picture className={cn('block', className)}>
      {avif ? <source type="image/avif" srcSet={avif} sizes={sizes} /> : null}
      {webp ? <source type="image/webp" srcSet={webp} sizes={sizes} /> : null}
      <img
        ref={image.ref}
        src={src}
        alt={alt}
        sizes={sizes}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? undefined : 'async'}
        onError={image.onError}
        className={cn('h-auto w-full bg-surface-sunken', imageClassName)}
      />
    </picture>
  )
}

/** An empty drawing of the same size keeps the place; an svg scales as the image would have. */
function NoPicture({
  alt,
  width,
  height,
  className,
}: {
  alt: string
  width: number
  height: number
  className?: string
}) {
  return (
    <span className="relative block">
      <svg
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
        viewBox={`0 0 ${width} ${height}`}
        width={width}
        height={height}
        className={cn('h-auto w-full bg-surface-sunken', className)}
      >
        <title>{alt}</title>
      </svg>
      <ImageOff aria-hidden strokeWidth={1.5} className="absolute inset-0 m-auto size-6 text-muted" />
    </span>
  )
}
