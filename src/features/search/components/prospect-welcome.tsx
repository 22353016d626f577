import { Link } from '@tanstack/react-router'
import { COACH_SHARE_PERCENT } from '#features/ledger/fee.ts'
import { buttonClass } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'

const COVER = 29

const steps = [
  {
    title: 'Say who you are',
    text: 'A few words about you and your certificates. Golfers read it before they book.',
  },
  {
    title: 'Open your hours',
    text: 'Where you teach, when, and for how much.',
  },
  {
    title: 'Preview and go live',
    text: 'See your page as golfers will. Nothing is public until you go live.',
  },
] as const

const files = (type: string) =>
  `/art/covers/cover-${COVER}-400.${type} 400w, /art/covers/cover-${COVER}-800.${type} 800w`

/** The start page of prospective coaches: benefits, effort, and the link to set up a profile. */
export function ProspectWelcome({ firstName }: { firstName: string }) {
  return (
    <>
      <header className="wrap grid items-center gap-x-16 gap-y-8 py-8 sm:py-12 lg:grid-cols-[1.1fr_1fr]">
        <div>
          <p className="eyebrow">Good to see you, {firstName}</p>
          <h1 className="mt-2 max-w-[16ch] text-headline">You teach the swing. We fill the tee sheet.</h1>
          <p className="mt-4 max-w-[46ch] text-lead text-muted">
            Golfers near you find you, book an open time and pay in advance. You keep {COACH_SHARE_PERCENT}%
            of every lesson. There is no monthly fee.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <Link to="/instructor-onboarding" className={buttonClass({ variant: 'primary', size: 'lg' })}>
              Set up your coaching profile
            </Link>
            <a href="#search" className={buttonClass({ size: 'lg' })}>
              See what golfers see
            </a>
          </div>
          <p className="mt-4 text-sm text-muted">
            Five short steps. You can stop anytime; your entries are saved.
          </p>
        </div>
        <Picture
          src={`/art/covers/cover-${COVER}-800.webp`}
          avif={files('avif')}
          webp={files('webp')}
          alt=""
          sizes="(min-width: 64rem) 34rem, 92vw"
          width={800}
          height={600}
          priority
          className="overflow-hidden rounded-card"
          imageClassName="aspect-[2/1] w-full object-cover lg:aspect-[4/3]"
        />
      </header>
      <section aria-label="How you start" className="border-y bg-surface-sunken">
        <ol className="wrap grid gap-x-12 gap-y-7 py-10 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="border-t-2 border-brand pt-4">
              <p aria-hidden className="font-display text-accent italic">
                {index + 1}
              </p>
              <h2 className="mt-1 text-xl">{title}</h2>
              <p className="mt-1.5 text-[0.9375rem] text-muted">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
