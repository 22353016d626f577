import { CalendarCheck, Clock, CreditCard, MapPinned, Star, TimerReset } from 'lucide-react'
import { coachQuestions } from './coach-questions.ts'
import { CoachSignUp } from './coach-sign-up.tsx'
import { FeatureList } from './feature-list.tsx'
import { FeeExample } from './fee-example.tsx'
import { LandingHero } from './landing-hero.tsx'
import { Questions } from './questions.tsx'

const features = [
  {
    icon: MapPinned,
    title: 'Students who live nearby',
    text: 'Golfers search by zip code, and you stand in the list of everyone within 50 miles of a place you teach at. Up to three places show on your card.',
  },
  {
    icon: CalendarCheck,
    title: 'Bookings without the phone',
    text: 'You open the hours you want to teach. Students see what is really left of them and take one. Nobody texts “are you free Thursday?” at nine in the evening.',
  },
  {
    icon: CreditCard,
    title: 'Paid before the first ball',
    text: 'The lesson is paid when it is booked. You never write an invoice, and you never stand on a range waiting for someone who changed their mind.',
  },
  {
    icon: TimerReset,
    title: 'Your rules, kept for you',
    text: 'How much notice you need, how far ahead people may book, how long a break you want between lessons: set once, and the calendar keeps to it.',
  },
  {
    icon: Star,
    title: 'Reviews that count',
    text: 'Only students who had a lesson with you can review it here. Praise you earned elsewhere comes along and is marked as such.',
  },
  {
    icon: Clock,
    title: 'A morning at a glance',
    text: 'Your dashboard opens with today: who comes, when, where, for how long. The rest can wait until after coffee.',
  },
]

const steps = [
  { title: 'Create an account', text: 'A name, an email, a phone number. Two minutes.' },
  {
    title: 'Tell people who you are',
    text: 'A place, a price, what you hold and what you are good at. A preview shows what students will see.',
  },
  { title: 'Open your hours', text: 'Weekly hours and days off. Change them whenever life does.' },
  {
    title: 'Teach',
    text: 'Students book and pay; you get a message, and the lesson stands on your dashboard.',
  },
]

/** For those who teach: what they get, what it takes, what it costs. */
export function InstructorLanding() {
  return (
    <main>
      <LandingHero
        title={
          <>
            Teach more golf. <span className="text-brand">Answer fewer texts.</span>
          </>
        }
        lead="Greenside brings you golfers from around the corner, who book a time you opened and pay before they come."
        cover={22}
      >
        <CoachSignUp />
      </LandingHero>
      <FeatureList id="what-you-get" title="What you get for being good at this" features={features} />
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
        <Questions title="Fair questions" questions={coachQuestions} />
      </div>
      <section className="theme-night bg-surface text-ink">
        <div className="wrap grid gap-x-16 gap-y-7 py-14 sm:py-20 lg:grid-cols-2 lg:items-center">
          <h2 className="max-w-[16ch] text-headline">Somebody near you shanked one this morning</h2>
          <div>
            <CoachSignUp />
          </div>
        </div>
      </section>
    </main>
  )
}
