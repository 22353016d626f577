import { cn } from './class-names.ts'
import { useImageFailed } from './use-image-failed.ts'

const sizes = {
  xs: 'size-6 text-[0.625rem]',
  sm: 'size-8 text-xs',
  md: 'size-11 text-sm',
  lg: 'size-16 text-xl',
  xl: 'size-24 text-3xl',
}

export type AvatarProps = {
  name: string
  src?: string | null
  size?: keyof typeof sizes
  /** The name is shown next to the avatar, so it is hidden from screen readers. */
  decorative?: boolean
  /** The picture's alternative text, if there is one. */
  alt?: string
  className?: string
}

/** A round portrait, or initials if there is no picture or it fails to load. */
export function Avatar({ name, src, size = 'md', decorative, alt, className }: AvatarProps) {
  const image = useImageFailed(src ?? undefined)
  const look = cn(
    'inline-grid shrink-0 place-items-center overflow-hidden rounded-full bg-brand-soft',
    sizes[size],
    className,
  )
  if (src && !image.failed) {
    return (
      <span className={look}>
        <img
          ref={image.ref}
          src={src}
          alt={alt || (decorative ? '' : name)}
          width={96}
          height={96}
          loading="lazy"
          decoding="async"
          onError={image.onError}
          className="size-full object-cover"
        />
      </span>
    )
  }
  return (
    <span {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })} className={look}>
      <span aria-hidden className="font-display leading-none font-semibold text-brand">
        {initials(name)}
      </span>
    </span>
  )
}

/** The first letters of the first and last word: "Maria del Mar Ortiz" gives "MO". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => Array.from(word ?? '')[0]?.toUpperCase() ?? '').join('')
}
