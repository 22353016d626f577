import { Award, Radar } from 'lucide-react'
import type { CoachProfile } from '../schema.ts'

/** In the coach's own words, then what they can show for it. */
export function CoachAbout({ coach }: { coach: CoachProfile }) {
  return (
    <>
      <section aria-labelledby="about">
        <h2 id="about" className="text-title">
          About {coach.label}
        </h2>
        <div className="mt-4 max-w-[62ch] space-y-4 text-lead">
          {coach.bio.split(/\n+/).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </section>
      {coach.specialties.length > 0 ? (
        <section aria-labelledby="specialties">
          <h2 id="specialties" className="text-title">
            Good to work on together
          </h2>
          <ul className="mt-4 flex flex-wrap gap-2">
            {coach.specialties.map((specialty) => (
              <li
                key={specialty}
                className="rounded-full border border-line-strong/60 px-4 py-1.5 text-[0.9375rem]"
              >
                {specialty}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {coach.credentials.length > 0 || coach.launchMonitor ? (
        <section aria-labelledby="credentials">
          <h2 id="credentials" className="text-title">
            Credentials and kit
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand">
            {coach.credentials.map((credential) => (
              <li key={credential} className="flex gap-3">
                <Award aria-hidden strokeWidth={1.75} />
                {credential}
              </li>
            ))}
            {coach.launchMonitor ? (
              <li className="flex gap-3">
                <Radar aria-hidden strokeWidth={1.75} />
                <span>
                  {coach.launchMonitor} <span className="text-muted">(launch monitor)</span>
                </span>
              </li>
            ) : null}
          </ul>
        </section>
      ) : null}
    </>
  )
}
