import { cn } from '#ui/class-names.ts'
import { Picture } from '#ui/picture.tsx'

/**
 * One of the fifty illustrated landscapes. Purely decorative: it must not be the only source of any
 * information.
 */
export function Cover({
  number,
  sizes,
  isPriority,
  className,
}: {
  number: number
  sizes: string
  isPriority?: boolean
  className?: string
}) {
  const files = (type: string) =>
    `/art/covers/cover-${number}-400.${type} 400w, /art/covers/cover-${number}-800.${type} 800w`
  return (
    <Picture
      src={`/art/covers/cover-${number}-800.webp`}
      avif={files('avif')}
      webp={files('webp')}
      alt=""
      sizes={sizes}
      width={800}
      height={600}
      priority={isPriority}
      imageClassName={cn('object-cover', className)}
    />
  )
}
