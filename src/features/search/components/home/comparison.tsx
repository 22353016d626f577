import {
  BadgeCheck,
  CalendarClock,
  Check,
  CircleDollarSign,
  MessagesSquare,
  Star,
  X,
  Zap,
} from 'lucide-react'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'

const elsewhere = [
  'A phone call to every pro shop',
  'Prices only “on request”',
  'Reviews from people who may never have met the coach',
  'Voicemails to find an open time',
]

const here = [
  {
    icon: Star,
    title: 'Verified reviews',
    text: 'From students after a lesson they booked here. Imported reviews are labeled.',
  },
  {
    icon: CircleDollarSign,
    title: 'Transparent pricing',
    text: 'The hourly rate on every card, and the total before you pay. No added fees.',
  },
  {
    icon: Zap,
    title: 'Instant booking',
    text: 'Open times from the coach’s own calendar. Pick one, pay, and it is yours.',
  },
]

/** Compares finding a coach elsewhere with finding one here. */
export function Comparison() {
  return (
    <section aria-labelledby="comparison" className="border-y bg-surface-sunken">
      <div className="wrap py-16 sm:py-24">
        <h2 id="comparison" className="max-w-[20ch] text-headline">
          Searching elsewhere, or in one place
        </h2>
        <div className="mt-10 grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,0.8fr)_minmax(0,1.2fr)] lg:gap-x-16">
          <div>
            <h3 className="text-title text-muted">Searching elsewhere</h3>
            <ul className="mt-5 flex flex-col">
              {elsewhere.map((line) => (
                <li key={line} className="flex gap-3 border-t border-line-strong/40 py-3.5 text-muted">
                  <X aria-hidden className="mt-1 size-4.5 shrink-0" />
                  {line}
                </li>
              ))}
            </ul>
          </div>
          <div className="flex flex-wrap gap-8 rounded-card bg-surface-raised p-5 sm:p-8">
            {/* Two columns if they fit, including with a larger font size. */}
            <div className="min-w-0 flex-[1_1_14rem]">
              <h3 className="text-title">Here</h3>
              <ul className="mt-5 flex flex-col gap-5">
                {here.map(({ icon: Icon, title, text }) => (
                  <li key={title} className="flex gap-3.5">
                    <Icon aria-hidden strokeWidth={1.75} className="mt-0.5 size-6 shrink-0 text-brand" />
                    <div>
                      <h4 className="font-semibold">{title}</h4>
                      <p className="text-[0.9375rem] text-muted">{text}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </div>
            <SampleCard />
          </div>
        </div>
      </div>
    </section>
  )
}

/** A sample coach card, labeled as such. */
function SampleCard() {
  return (
    <figure className="min-w-0 flex-[1_1_17rem] self-center md:max-w-[17rem]">
      <div className="scheme-light rotate-1 rounded-card border bg-paper p-4 text-ink shadow-float">
        <div className="flex items-center gap-3">
          <Avatar name="Coach Sample" src="/art/portraits/portrait-12-160.webp" size="lg" decorative />
          <p className="min-w-0 leading-snug">
            <span className="flex items-center gap-1.5 font-display text-lg font-[560]">
              Coach Sample
              <BadgeCheck aria-hidden className="size-4.5 text-brand" />
            </span>
            <span className="flex items-center gap-1 text-sm">
              <Star aria-hidden className="size-3.5 fill-gold text-gold" />
              <span className="tabular">4.9</span>
              <span className="text-muted">38 reviews</span>
            </span>
          </p>
        </div>
        <ul className="mt-3.5 flex flex-col gap-2 border-t pt-3.5 text-sm">
          {[
            [CircleDollarSign, '$85 an hour, 3.2 mi away'] as const,
            [CalendarClock, 'Next: Tue, 7:30 AM EST'] as const,
            [MessagesSquare, 'Usually answers within an hour'] as const,
            [Check, 'PGA Class A, certificate checked'] as const,
          ].map(([Icon, line]) => (
            <li key={line} className="flex items-center gap-2.5">
              <Icon aria-hidden className="size-4 shrink-0 text-brand" />
              {line}
            </li>
          ))}
        </ul>
      </div>
      <figcaption className="mt-4 text-center text-sm text-muted">
        <Badge icon={null}>Sample</Badge> Enter your zip code above to see real coaches.
      </figcaption>
    </figure>
  )
}
