import { Link } from '@tanstack/react-router'
import { DrawnCover } from './drawn-cover.tsx'

const types = [
  {
    title: 'Private one-on-one',
    text: 'An hour, a coach and nobody watching. The fastest way to change one thing that matters.',
    cover: 28,
    search: {},
  },
  {
    title: 'Group of 2–4',
    text: 'Friends, couples or families. Share the price and the practice.',
    cover: 44,
    search: { type: 'group' as const },
  },
  {
    title: 'Playing lesson on course',
    text: 'Nine holes with a coach beside you: where to aim, what to leave in the bag, when to lay up.',
    cover: 19,
    search: { type: 'playing' as const },
  },
  {
    title: 'Video analysis',
    text: 'Your swing in slow motion, with your coach’s notes on it.',
    cover: 41,
    search: { type: 'video' as const },
  },
]

/** The four lesson types; each leads to the coaches who offer it. */
export function LessonTypes() {
  return (
    <section aria-labelledby="lesson-types" className="wrap py-16 sm:py-24">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h2 id="lesson-types" className="max-w-[16ch] text-headline">
          Lesson types
        </h2>
        <p className="max-w-[40ch] text-muted">
          Ask a coach which of these they offer, and what would help you most.
        </p>
      </div>
      <ul className="mt-10 grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 lg:grid-cols-4">
        {types.map(({ title, text, cover, search }) => (
          <li key={title} className="relative">
            <DrawnCover
              number={cover}
              sizes="(min-width: 64rem) 17rem, 45vw"
              className="aspect-[4/5] rounded-card object-cover"
            />
            <h3 className="mt-4 text-lg sm:text-xl">
              <Link
                to="/"
                search={search}
                hash="search"
                className="underline-offset-4 after:absolute after:inset-0 hover:underline"
              >
                {title}
              </Link>
            </h3>
            <p className="mt-1.5 text-[0.9375rem] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
