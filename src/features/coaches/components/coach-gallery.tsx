import { cn } from '#ui/class-names.ts'
import { Picture } from '#ui/picture.tsx'
import { coverFor, drawnSources } from '../pictures/pictures.ts'
import type { CoachProfile } from '../schema.ts'

const SHOWN = 5

/** The coach's pictures: one large with up to four beside it; on a phone a strip to swipe. */
export function CoachGallery({ coach }: { coach: CoachProfile }) {
  const pictures = coach.galleryImages.length > 0 ? coach.galleryImages.slice(0, SHOWN) : [coverFor(coach.id)]
  const [first = coverFor(coach.id), ...rest] = pictures
  return (
    <section aria-label="Pictures" className="sm:wrap">
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone the strip scrolls, and must do so by keyboard, too.
        tabIndex={0}
        className={cn(
          'flex snap-x snap-mandatory gap-2 overflow-x-auto [scrollbar-width:none]',
          'sm:grid sm:h-[clamp(16rem,32cqw,27rem)] sm:grid-flow-col sm:gap-2.5 sm:overflow-hidden sm:rounded-card',
          rest.length === 0 ? 'sm:grid-cols-1' : 'sm:grid-cols-[2fr_1fr]',
          rest.length > 2 && '@4xl:grid-cols-[2fr_1fr_1fr]',
          rest.length > 1 && 'sm:grid-rows-[minmax(0,1fr)_minmax(0,1fr)]',
        )}
      >
        <li className="w-full shrink-0 snap-center sm:row-span-full">
          <CoverImage src={first} priority className="aspect-[4/3] sm:aspect-auto sm:h-full" />
        </li>
        {rest.map((src, index) => (
          <li
            key={src}
            className={cn(
              'w-full shrink-0 snap-center sm:w-auto',
              index > 1 && 'sm:hidden @4xl:block',
              rest.length === 3 && index === 2 && '@4xl:row-span-2',
            )}
          >
            <CoverImage src={src} className="aspect-[4/3] sm:aspect-auto sm:h-full" />
          </li>
        ))}
      </ul>
    </section>
  )
}

function CoverImage({ src, priority, className }: { src: string; priority?: boolean; className: string }) {
  return (
    <Picture
      {...drawnSources(src)}
      src={src}
      alt=""
      width={800}
      height={600}
      sizes={priority ? '(min-width: 48rem) 55vw, 100vw' : '(min-width: 48rem) 28vw, 100vw'}
      priority={priority}
      className="h-full"
      imageClassName={cn('w-full object-cover', className)}
    />
  )
}
