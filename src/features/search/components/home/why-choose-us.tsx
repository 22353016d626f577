const reasons = [
  {
    title: 'Free means free',
    text: 'The times you see are what is left of the coach’s day, to the minute. Nobody calls you back to find another one.',
  },
  {
    title: 'Fifty miles, every coach',
    text: 'Private clubs, public ranges, indoor studios and people who come to you, in one list and on one map.',
  },
  {
    title: 'No series to sign',
    text: 'One lesson is one lesson. Come back because it worked, not because you paid for ten.',
  },
  {
    title: 'Ask before you pay',
    text: 'Write to a coach first. What they would work on with you is a fair question, and so is whether left-handers are welcome.',
  },
]

/** What is different here, in four sentences that can be held against us. */
export function WhyChooseUs() {
  return (
    <section
      aria-labelledby="why"
      className="wrap grid gap-10 py-16 sm:py-24 lg:grid-cols-[1fr_2fr] lg:gap-16"
    >
      <h2 id="why" className="max-w-[12ch] text-headline">
        Why golfers choose Greenside
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
