import { Images } from 'lucide-react'
import { Suspense, useState } from 'react'
import { cn } from '#ui/class-names.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { Picture } from '#ui/picture.tsx'
import { coverFor, pictureAlt, pictureSources } from '../pictures.ts'
import type { CoachProfile } from '../schema.ts'

const load = () => import('./coach-lightbox.tsx')
const prepare = () => void load()
const Lightbox = lazyPart(load, 'CoachLightbox')

const SHOWN = 5

/**
 * The coach's pictures: one large picture and up to four smaller ones; on phones a strip to swipe. Each opens
 * in full size.
 */
export function CoachGallery({ coach }: { coach: CoachProfile }) {
  const [opened, setOpened] = useState<number | null>(null)
  const all = coach.pictures
  const rest = all.slice(1, SHOWN)
  return (
    <section aria-label="Pictures" className="sm:wrap">
      <div className="relative">
        <ul
          className={cn(
            'flex snap-x snap-mandatory gap-2 overflow-x-auto [scrollbar-width:none]',
            'sm:grid sm:h-[clamp(16rem,32cqw,27rem)] sm:grid-flow-col sm:gap-2.5 sm:overflow-hidden sm:rounded-card',
            rest.length === 0 ? 'sm:grid-cols-1' : 'sm:grid-cols-[2fr_1fr]',
            rest.length > 2 && '@4xl:grid-cols-[2fr_1fr_1fr]',
            rest.length > 1 && 'sm:grid-rows-[minmax(0,1fr)_minmax(0,1fr)]',
          )}
        >
          <li className="w-full shrink-0 snap-center sm:row-span-full">
            <Cover coach={coach} index={0} onOpen={setOpened} />
          </li>
          {rest.map(({ url }, place) => (
            <li
              key={url}
              className={cn(
                'w-full shrink-0 snap-center sm:w-auto',
                place > 1 && 'sm:hidden @4xl:block',
                rest.length === 3 && place === 2 && '@4xl:row-span-2',
              )}
            >
              <Cover coach={coach} index={place + 1} onOpen={setOpened} />
            </li>
          ))}
        </ul>
        {all.length > 1 ? (
          <button
            type="button"
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={() => setOpened(0)}
            className="absolute right-3 bottom-3 inline-flex h-9 items-center gap-2 rounded-control bg-paper/95 px-3 text-sm font-semibold text-pine shadow-float hover:bg-paper"
          >
            <Images aria-hidden className="size-4" />
            All {all.length} pictures
          </button>
        ) : null}
      </div>
      {opened === null ? null : (
        <Suspense fallback={null}>
          <Lightbox coach={coach} first={opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </section>
  )
}

/**
 * One picture that opens in full size. A coach without pictures has a placeholder drawing, which does not
 * open.
 */
function Cover({
  coach,
  index,
  onOpen,
}: {
  coach: CoachProfile
  index: number
  onOpen: (index: number) => void
}) {
  const own = coach.pictures[index]?.url
  const src = own ?? coverFor(coach.id)
  const isFirst = index === 0
  const picture = (
    <Picture
      {...pictureSources(src)}
      src={src}
      alt={own ? pictureAlt(coach, index) : ''}
      width={800}
      height={600}
      sizes={isFirst ? '(min-width: 48rem) 55vw, 100vw' : '(min-width: 48rem) 28vw, 100vw'}
      priority={isFirst}
      className="h-full"
      imageClassName="aspect-[4/3] w-full object-cover sm:aspect-auto sm:h-full"
    />
  )
  if (!own) return picture
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => onOpen(index)}
      className="block size-full cursor-zoom-in focus-visible:-outline-offset-4"
    >
      {picture}
    </button>
  )
}
