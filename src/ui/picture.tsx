import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from './class-names.ts'
import { useImageFailed } from './use-image-failed.ts'

export type PictureProps = {
  /** The fallback file, for browsers that support neither source. */
  src: string
  /** `srcset` values: "/a-480.avif 480w, /a-960.avif 960w". */
  avif?: string
  webp?: string
  /** Empty for decorative images. */
  alt: string
  /** The displayed width, such as "(min-width: 48rem) 33vw, 100vw". */
  sizes?: string
  /** The file's intrinsic size in pixels: reserves the space before it loads. */
  width: number
  height: number
  /** The first picture of a page: loaded immediately, before others. */
  priority?: boolean
  /** Shown instead if the picture cannot be loaded. */
  fallback?: ReactNode
  /** Applies to the picture element. */
  className?: string
  /** Applies to the image: fit, ratio, radius. */
  imageClassName?: string
}

/** A picture in modern formats that causes no layout shift and never shows a broken image icon. */
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

/** An empty SVG of the same size reserves the space, because it scales as the image would. */
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
