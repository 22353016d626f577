import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Star } from 'lucide-react'
import { homeQuery } from './home-query.ts'

/** Reviews by students of lessons booked on this site. The section is omitted if there are none. */
export function Testimonials() {
  const { data } = useQuery(homeQuery)
  const testimonials = data?.testimonials ?? []
  if (testimonials.length === 0) return null
  return (
    <section aria-labelledby="testimonials" className="theme-night bg-surface text-ink">
      <div className="wrap py-16 sm:py-24">
        <h2 id="testimonials" className="max-w-[18ch] text-headline">
          What golfers say after the lesson
        </h2>
        <ul className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-3">
          {testimonials.map(({ id, comment, student, coach }) => (
            <li key={id} className="flex">
              <figure className="flex flex-col border-t border-line-strong/60 pt-5">
                <p className="flex gap-0.5">
                  <span className="sr-only">5 of 5 stars</span>
                  {[1, 2, 3, 4, 5].map((star) => (
                    <Star key={star} aria-hidden className="size-4 fill-gold text-gold" />
                  ))}
                </p>
                <blockquote className="mt-4 flex-1 font-display text-xl leading-snug">{comment}</blockquote>
                <figcaption className="mt-5 text-[0.9375rem] text-muted">
                  {student}, after a lesson with{' '}
                  <Link
                    to="/instructor/$instructorId"
                    params={{ instructorId: coach.id }}
                    className="text-ink underline underline-offset-4 hover:decoration-2"
                  >
                    {coach.name}
                  </Link>
                  {coach.city ? ` in ${coach.city}` : ''}
                </figcaption>
              </figure>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
