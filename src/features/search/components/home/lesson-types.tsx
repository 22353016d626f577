import { DrawnCover } from './drawn-cover.tsx'

const types = [
  {
    title: 'Private one-on-one',
    text: 'An hour, a coach and nobody watching. The fastest way to change one thing that matters.',
    cover: 28,
  },
  {
    title: 'Group of 2–4',
    text: 'Friends, a couple, a family. Shared price, shared range, and somebody to blame for the bets.',
    cover: 44,
  },
  {
    title: 'Playing lesson on course',
    text: 'Nine holes with a coach beside you: where to aim, what to leave in the bag, when to lay up.',
    cover: 19,
  },
  {
    title: 'Video analysis',
    text: 'Your swing, slowed down and drawn on. What you feel and what you do turn out to be two things.',
    cover: 41,
  },
]

/** The four kinds of lessons people book here. */
export function LessonTypes() {
  return (
    <section aria-labelledby="lesson-types" className="wrap py-16 sm:py-24">
      <div className="flex flex-wrap items-end justify-between gap-x-10 gap-y-4">
        <h2 id="lesson-types" className="max-w-[16ch] text-headline">
          A lesson for the golfer you are
        </h2>
        <p className="max-w-[40ch] text-muted">
          Say what you would like when you book, or ask the coach what would help you most.
        </p>
      </div>
      <ul className="mt-10 grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 lg:grid-cols-4">
        {types.map(({ title, text, cover }) => (
          <li key={title}>
            <DrawnCover
              number={cover}
              sizes="(min-width: 64rem) 17rem, 45vw"
              className="aspect-[4/5] rounded-card object-cover"
            />
            <h3 className="mt-4 text-lg sm:text-xl">{title}</h3>
            <p className="mt-1.5 text-[0.9375rem] text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
