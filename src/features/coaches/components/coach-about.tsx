import { Award, BadgeCheck, Radar } from 'lucide-react'
import { formatDate } from '#platform/time.ts'
import type { CoachProfile } from '../schema.ts'

/** The coach's bio and credentials. */
export function CoachAbout({ coach }: { coach: CoachProfile }) {
  return (
    <>
      <section aria-labelledby="about">
        <h2 id="about" className="text-title">
          About {coach.label}
        </h2>
        <div className="mt-4 max-w-[62ch] space-y-4 text-lead">
          {coach.bio.split(/\n+/).map((paragraph) => (
            <p key={paragraph} dir="auto">
              {paragraph}
            </p>
          ))}
        </div>
      </section>
      {coach.specialties.length > 0 ? (
        <section aria-labelledby="specialties">
          <h2 id="specialties" className="text-title">
            Specialties
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
            Credentials and equipment
          </h2>
          <ul className="mt-4 grid gap-3 sm:grid-cols-2 [&_svg]:mt-0.5 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:text-brand">
            {coach.credentials.map((credential) => (
              <li key={credential} className="flex gap-3">
                {checkedOn(coach, credential) ? (
                  <BadgeCheck aria-hidden strokeWidth={1.75} />
                ) : (
                  <Award aria-hidden strokeWidth={1.75} />
                )}
                <span>
                  {credential}
                  <Checked day={checkedOn(coach, credential)} />
                </span>
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

const checkedOn = ({ verifiedCredentials }: CoachProfile, credential: string) =>
  verifiedCredentials.find((one) => one.credential === credential)?.checkedOn ?? null

/** The date on which staff checked the certificate; renders nothing without a check. */
function Checked({ day }: { day: string | null }) {
  return day ? <span className="block text-sm text-green">Certificate checked {formatDate(day)}</span> : null
}
