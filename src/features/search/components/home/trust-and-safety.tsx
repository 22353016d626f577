import { LockKeyhole, type LucideIcon, ShieldCheck, UsersRound } from 'lucide-react'
import { DrawnCover } from './drawn-cover.tsx'

const promises: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShieldCheck,
    title: 'Verified instructors',
    text: 'Background and certification checks are listed on each coach’s profile with their dates. If we have not checked something, the profile says so.',
  },
  {
    icon: UsersRound,
    title: 'Community reviews',
    text: 'Only students who took a lesson here can review it. Coaches cannot edit or remove a review, only reply to it.',
  },
  {
    icon: LockKeyhole,
    title: 'Secure booking and payments',
    text: 'Your card details go to the payment processor and never to us. The coach is paid after the lesson, so if it did not take place, you can report it first.',
  },
]

/** How coaches, reviews and payments are checked before and after a lesson. */
export function TrustAndSafety() {
  return (
    <section
      aria-labelledby="trust"
      className="wrap grid gap-12 py-16 sm:py-24 lg:grid-cols-[0.85fr_1fr] lg:gap-20"
    >
      <DrawnCover
        number={31}
        sizes="(min-width: 64rem) 32rem, 92vw"
        className="h-full max-h-80 rounded-card object-cover lg:max-h-none"
      />
      <div>
        <p className="eyebrow">Trust and Safety</p>
        <h2 id="trust" className="mt-2 max-w-[18ch] text-headline">
          How we check coaches
        </h2>
        <ul className="mt-8 flex flex-col gap-7">
          {promises.map(({ icon: Icon, title, text }) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-x-4">
              <Icon aria-hidden strokeWidth={1.5} className="size-7 text-brand" />
              <h3 className="text-xl">{title}</h3>
              <p className="col-start-2 mt-1 max-w-[54ch] text-muted">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
