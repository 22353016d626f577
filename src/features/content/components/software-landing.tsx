import { Link } from '@tanstack/react-router'
import {
  BellRing,
  CalendarRange,
  Check,
  CreditCard,
  LayoutDashboard,
  MapPinned,
  ShieldCheck,
} from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'
import { CoachSignUp } from './coach-sign-up.tsx'
import { FeatureList } from './feature-list.tsx'
import { FeeExample } from './fee-example.tsx'
import { LandingHero } from './landing-hero.tsx'

const features = [
  {
    icon: CalendarRange,
    title: 'Scheduling that cannot double-book',
    text: 'Weekly hours, minimum notice and a booking window. If two people tap the same time at once, one gets it and the other sees the next open times.',
  },
  {
    icon: CreditCard,
    title: 'Payment with the booking',
    text: 'Cards, handled by Stripe. A time is held for 15 minutes while the student pays. If they do not pay, it opens again.',
  },
  {
    icon: BellRing,
    title: 'Automatic messages',
    text: 'Confirmation to the student, notice to you, a calendar file for both. Every time in them names its time zone.',
  },
  {
    icon: MapPinned,
    title: 'More than one place',
    text: 'Teach at the club on weekdays and the range on Saturdays: each place has its own hours, address and time zone.',
  },
  {
    icon: LayoutDashboard,
    title: 'A dashboard for the day',
    text: 'Today’s lessons first, then your week, your earnings and your newest bookings. It works on a phone, too.',
  },
  {
    icon: ShieldCheck,
    title: 'Your own profile page',
    text: 'Picture, credentials, prices, places, reviews from real lessons, and your open times, at an address you can put on a card.',
  },
]

const availableToday = [
  'Your public profile and your place in the search',
  'Live open times and instant booking',
  'Payment when booking, receipts and refunds',
  'Emails, texts and calendar files for each lesson',
  'The dashboard and the list of all your lessons',
  'An inbox for you and your students, with an assistant that answers the easy questions',
  'Proposals and packages of lessons',
  'Payouts for each lesson with the payout date',
  'A workspace for each student: goals, notes, drills, videos, progress',
  'Statements by month to download',
  'Two-way sync with Google Calendar',
]

/** The landing page for coaches looking for lesson software. It lists only features that exist. */
export function SoftwareLanding() {
  return (
    <main>
      <LandingHero
        title={
          <>
            Golf lesson software <span className="text-brand">that leaves you on the range</span>
          </>
        }
        lead="Scheduling, payment, messages and a page of your own, made for golf coaches."
        cover={29}
      >
        <CoachSignUp />
      </LandingHero>
      <FeatureList id="features" title="Less desk work" features={features} />
      <section aria-labelledby="honest" className="border-t">
        <div className="wrap py-14 sm:py-20">
          <h2 id="honest" className="text-headline">
            Available today
          </h2>
          <ul className="mt-8 grid gap-x-16 lg:grid-cols-2">
            {availableToday.map((entry) => (
              <li key={entry} className="flex gap-3 border-t py-3">
                <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-green" />
                {entry}
              </li>
            ))}
          </ul>
        </div>
      </section>
      <FeeExample />
      <section className="theme-night bg-surface text-ink">
        <div className="wrap py-14 sm:py-20">
          <h2 className="max-w-[18ch] text-headline">See what students see</h2>
          <p className="mt-4 max-w-[50ch] text-muted">Search your own zip code to see how coaches appear.</p>
          <div className="mt-7 flex flex-wrap gap-3">
            <Link to="/" hash="search" className={buttonClass({ variant: 'brand', size: 'lg' })}>
              See the search
            </Link>
            <Link to="/instructor-landing" className={buttonClass({ size: 'lg' }, 'bg-transparent')}>
              For instructors
            </Link>
          </div>
        </div>
      </section>
    </main>
  )
}
