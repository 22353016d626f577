import { fallbackCover } from '#features/coaches/coach.ts'
import { Picture } from '#ui/picture.tsx'
import type { CoachCard as Coach } from '../schema.ts'

const sizes = '(min-width: 78rem) 24rem, (min-width: 40rem) 46vw, 7rem'
/**
 * In a wide card the picture is at the top; in a narrow one it is to the left of the text and as high as the
 * card.
 */
const pictureClass = '@max-2xl:absolute @max-2xl:inset-0'
const imageClass =
  'object-cover object-[50%_30%] transition-transform duration-250 group-hover:scale-[1.025] @max-2xl:h-full @2xl:aspect-[4/3]'

/** The coach's picture, or the stock cover for this position if there is none or it fails to load. */
export function CoachPhoto({
  coach,
  position,
  isPriority,
}: {
  coach: Pick<Coach, 'name' | 'imageUrl'>
  position: number
  isPriority: boolean
}) {
  const cover = <StockCover position={position} isPriority={isPriority} />
  if (!coach.imageUrl) return cover
  return (
    <Picture
      src={coach.imageUrl}
      avif={avifBeside(coach.imageUrl)}
      alt={coach.name}
      width={480}
      height={480}
      sizes={sizes}
      priority={isPriority}
      fallback={cover}
      className={pictureClass}
      imageClassName={imageClass}
    />
  )
}

function StockCover({ position, isPriority }: { position: number; isPriority: boolean }) {
  const cover = fallbackCover(position)
  const files = (type: string) => `${cover}-400.${type} 400w, ${cover}-800.${type} 800w`
  return (
    <Picture
      src={`${cover}-800.webp`}
      avif={files('avif')}
      webp={files('webp')}
      alt=""
      width={800}
      height={600}
      sizes={sizes}
      priority={isPriority}
      className={pictureClass}
      imageClassName={imageClass}
    />
  )
}

/** The AVIF version of a WebP image. It exists for our illustrations and for pictures uploaded by coaches. */
function avifBeside(url: string): string | undefined {
  return /^\/(art|pictures)\//.test(url) && url.endsWith('.webp')
    ? url.replace(/\.webp$/, '.avif')
    : undefined
}
