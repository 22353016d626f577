const steps = [
  {
    title: 'Discover a match',
    text: 'Enter your zip code. See who teaches nearby, what students say about them and what an hour costs.',
  },
  {
    title: 'Connect and schedule',
    text: 'Pick an open time and pay securely. No phone calls needed.',
  },
  {
    title: 'Improve and track progress',
    text: 'Take your lesson. Your past and upcoming lessons, messages and proposals stay in one place.',
  },
]

/** The booking process in three steps. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="border-t bg-surface-sunken">
      <div className="wrap grid gap-10 py-16 sm:py-20 lg:grid-cols-[1fr_2fr] lg:gap-16">
        <h2 id="how-it-works" className="max-w-[12ch] text-headline">
          How it works
        </h2>
        <ol className="grid gap-8 sm:grid-cols-3">
          {steps.map((step, index) => (
            <li key={step.title} className="border-t-2 border-brand pt-4">
              <span aria-hidden className="font-display text-lg text-accent italic">
                {index + 1}
              </span>
              <h3 className="mt-1 text-xl">{step.title}</h3>
              <p className="mt-2 text-[0.9375rem] text-muted">{step.text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
