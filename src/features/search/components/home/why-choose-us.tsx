import { siteName } from '#platform/site-name.ts'

const reasons = [
  {
    title: 'Real open times',
    text: 'You see the times a coach is really free. Book one without calling.',
  },
  {
    title: 'Every coach within 50 miles',
    text: 'Private clubs, public ranges, indoor studios and coaches who come to you, in one list and on one map.',
  },
  {
    title: 'No commitment',
    text: 'Book one lesson at a time. Packages are optional.',
  },
  {
    title: 'Ask before you pay',
    text: 'Message a coach before you book, and ask what they would work on with you.',
  },
]

/** Four verifiable advantages of this site. */
export function WhyChooseUs() {
  return (
    <section
      aria-labelledby="why"
      className="wrap grid gap-10 py-16 sm:py-24 lg:grid-cols-[1fr_2fr] lg:gap-16"
    >
      <h2 id="why" className="max-w-[12ch] text-headline">
        Why golfers choose {siteName}
      </h2>
      <dl className="grid gap-x-12 sm:grid-cols-2">
        {reasons.map(({ title, text }) => (
          <div key={title} className="border-t py-5">
            <dt className="font-display text-xl font-[560]">{title}</dt>
            <dd className="mt-1.5 text-[0.9375rem] text-muted">{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
