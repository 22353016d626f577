import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'

/** The final call to action: find a coach, or sign up as one. */
export function CallToAction() {
  return (
    <section className="border-t bg-surface-sunken">
      <div className="wrap grid gap-12 py-16 sm:py-24 lg:grid-cols-2 lg:gap-20">
        <div>
          <h2 className="max-w-[14ch] text-headline">Saturday’s round starts on Tuesday</h2>
          <p className="mt-4 max-w-[44ch] text-muted">
            One good hour with someone who watches closely beats a season of videos. A coach near you has an
            open hour this week.
          </p>
          <Link
            to="/"
            hash="search"
            onClick={() => document.getElementById('search')?.scrollIntoView()}
            className={buttonClass({ variant: 'brand', size: 'lg' }, 'mt-7')}
          >
            Find an instructor
          </Link>
        </div>
        <div
          id="for-instructors"
          className="scroll-mt-24 border-line-strong/50 max-lg:border-t max-lg:pt-12 lg:border-l lg:pl-20"
        >
          <h2 className="text-title">For instructors</h2>
          <p className="mt-3 max-w-[44ch] text-muted">
            Open the hours you want to teach and name your price. Students near you book and pay online, and
            the lesson appears on your dashboard.
          </p>
          <Link to="/instructor-landing" className={buttonClass({}, 'mt-6 bg-transparent')}>
            Become an instructor
          </Link>
        </div>
      </div>
    </section>
  )
}
