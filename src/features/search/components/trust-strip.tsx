import { Award, BadgeCheck, type LucideIcon, Star } from 'lucide-react'

const marks: { icon: LucideIcon; title: string; text: string }[] = [
  { icon: Award, title: 'PGA Certified', text: 'Filter for PGA Class A coaches' },
  { icon: BadgeCheck, title: 'Verified Instructors', text: 'Each profile lists what we checked' },
  { icon: Star, title: 'Highly Rated', text: 'Reviews after booked lessons' },
]

/** Three reasons to trust the coaches listed here, in one line. */
export function TrustStrip() {
  return (
    <section aria-label="Why you can trust us" className="border-b bg-surface-raised">
      <ul className="wrap grid gap-x-8 gap-y-4 py-6 sm:grid-cols-3">
        {marks.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex items-center gap-3.5">
            <Icon aria-hidden strokeWidth={1.5} className="size-7 shrink-0 text-brand" />
            <p className="leading-snug">
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
