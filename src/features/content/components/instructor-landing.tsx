import {
  CalendarCheck,
  CalendarSync,
  ChartNoAxesCombined,
  Clock,
  CreditCard,
  FileSpreadsheet,
  Globe,
  MapPinned,
  Package,
  Star,
  TimerReset,
  Video,
} from 'lucide-react'
import { siteName } from '#platform/site-name.ts'
import { coachQuestions } from './coach-questions.ts'
import { CoachSignUp } from './coach-sign-up.tsx'
import { FeatureList } from './feature-list.tsx'
import { FeeExample } from './fee-example.tsx'
import { FrequentQuestions } from './frequent-questions.tsx'
import { LandingHero } from './landing-hero.tsx'

const features = [
  {
    icon: MapPinned,
    title: 'Students who live nearby',
    text: 'Golfers search by zip code and find you if you teach within 50 miles. Your card shows up to three places.',
  },
  {
    icon: CalendarCheck,
    title: 'Bookings without the phone',
    text: 'You set the hours you want to teach. Students see the open ones and book. No more texts asking “are you free Thursday?”',
  },
  {
    icon: CreditCard,
    title: 'Paid before the first ball',
    text: 'The lesson is paid when it is booked. You do not write invoices, and your cancellation policy covers late changes.',
  },
  {
    icon: TimerReset,
    title: 'Your booking rules',
    text: 'Set a minimum notice, a booking window, and a cancellation policy. The calendar applies them.',
  },
  {
    icon: Star,
    title: 'Reviews that count',
    text: 'Only students who had a lesson with you can review it here. Reviews you bring from elsewhere are labeled as imported.',
  },
  {
    icon: Video,
    title: 'Swing clips you can draw on',
    text: 'Students send clips from their phones. Draw lines and angles, go frame by frame, and answer with your voice.',
  },
  {
    icon: ChartNoAxesCombined,
    title: 'Launch-monitor numbers',
    text: 'Add a CSV file from TrackMan, FlightScope, Garmin, Rapsodo, or another device. Every club gets a trend your student can read.',
  },
  {
    icon: CalendarSync,
    title: 'Your other calendars',
    text: 'Connect Google Calendar or any calendar link. Busy times are blocked, so you are never double-booked.',
  },
  {
    icon: Package,
    title: 'Packages',
    text: 'Propose several lessons for one price. Your student pays once and books them one by one.',
  },
  {
    icon: Globe,
    title: 'On your own website',
    text: 'Show your open times on your site. Golfers choose a time there, and sign in and pay here.',
  },
  {
    icon: FileSpreadsheet,
    title: 'Statements for your taxes',
    text: 'Every lesson with its price, fee, and payout. Download the year as a CSV file.',
  },
  {
    icon: Clock,
    title: 'A morning at a glance',
    text: 'Your dashboard opens with today’s lessons: who, when, where and for how long.',
  },
]

const steps = [
  { title: 'Create an account', text: 'A name, an email, a phone number. Two minutes.' },
  {
    title: 'Create your profile',
    text: 'Your place, price, certificates and specialties. A preview shows what students will see.',
  },
  { title: 'Open your hours', text: 'Set your weekly hours.' },
  {
    title: 'Teach',
    text: 'Students book and pay. You get an email, and the lesson is on your dashboard.',
  },
]

/** The landing page for coaches: benefits, requirements and fees. */
export function InstructorLanding() {
  return (
    <main>
      <LandingHero
        title={
          <>
            Teach more golf. <span className="text-brand">Answer fewer texts.</span>
          </>
        }
        lead={`${siteName} brings you golfers who live nearby. They book an open time and pay in advance.`}
        cover={22}
      >
        <CoachSignUp />
      </LandingHero>
      <FeatureList id="what-you-get" title="What you get" features={features} />
      <FeeExample />
      <section
        aria-labelledby="how"
        className="wrap grid gap-10 py-14 sm:py-20 lg:grid-cols-[1fr_2.4fr] lg:gap-16"
      >
        <h2 id="how" className="max-w-[12ch] text-headline">
          From here to a full Saturday
        </h2>
        <ol className="grid gap-8 sm:grid-cols-2">
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
      </section>
      <div className="wrap pb-14 sm:pb-20">
        <FrequentQuestions title="Common questions" questions={coachQuestions} />
      </div>
      <section className="theme-night bg-surface text-ink">
        <div className="wrap grid gap-x-16 gap-y-7 py-14 sm:py-20 lg:grid-cols-2 lg:items-center">
          <h2 className="max-w-[16ch] text-headline">Someone near you shanked one this morning</h2>
          <div>
            <CoachSignUp />
          </div>
        </div>
      </section>
    </main>
  )
}
