import { Picture } from '#ui/picture.tsx'

/**
 * One of the fifty illustrated landscapes, loaded lazily. Purely decorative: it must not be the only source
 * of any information.
 */
export function DrawnCover({
  number,
  sizes,
  className,
}: {
  number: number
  sizes: string
  className: string
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
      imageClassName={className}
    />
  )
}
