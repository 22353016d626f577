import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleDashed } from 'lucide-react'
import { Switch } from '#ui/switch.tsx'
import type { OwnProfile } from '../schema.ts'
import { EditorSection } from './editor-section.tsx'
import type { SectionProps } from './section-props.ts'

const openWords: Record<OwnProfile['open'][number]['item'], { text: string; href?: string }> = {
  bio: { text: 'A sentence or two about you' },
  specialties: { text: 'What you teach' },
  place: { text: 'A place where you teach' },
  portrait: { text: 'A portrait: people book a face' },
  hours: { text: 'Weekly hours, so that students can book a time', href: '/availability' },
  pictures: { text: 'Pictures of you and your range', href: '/gallery' },
}

/** The visibility of the profile, the booking mode, and the missing fields. */
export function VisibilitySection({
  words,
  onChange,
  faults,
  open,
}: SectionProps & { open: OwnProfile['open'] }) {
  return (
    <EditorSection title="Visibility and booking">
      <Switch
        label="Visible to students"
        description={
          words.isVisible
            ? 'Students find you in the search, and anybody with the link can read your profile.'
            : 'Students cannot find or open your profile. Booked lessons stay booked.'
        }
        checked={words.isVisible}
        onCheckedChange={(isVisible) => onChange({ isVisible })}
      />
      {faults.places ? (
        <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-danger">
          <CircleAlert aria-hidden className="mt-[0.2em] size-4 shrink-0" />
          {faults.places}
        </p>
      ) : null}
      <Switch
        label="Instant booking"
        description={
          words.instantBookEnabled
            ? 'Students book and pay for an open time instantly. We notify you right away.'
            : 'Students message you first. Only students with calendar access can book directly.'
        }
        checked={words.instantBookEnabled}
        onCheckedChange={(instantBookEnabled) => onChange({ instantBookEnabled })}
      />
      {open.length > 0 ? (
        <div className="border-t pt-5">
          <p className="text-sm font-semibold">
            {open.some(({ isNeeded }) => isNeeded)
              ? 'Before students can see you'
              : 'What would make your profile stronger'}
          </p>
          <ul className="mt-2 flex flex-col gap-1.5 text-[0.9375rem]">
            {open.map(({ item, isNeeded }) => {
              const { text, href } = openWords[item]
              return (
                <li key={item} className="flex items-start gap-2">
                  {isNeeded ? (
                    <CircleAlert aria-hidden className="mt-1 size-4 shrink-0 text-yellow" />
                  ) : (
                    <CircleDashed aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
                  )}
                  <span>
                    {href ? (
                      <Link to={href} className="text-link">
                        {text}
                      </Link>
                    ) : (
                      text
                    )}
                    {isNeeded ? <span className="text-muted"> (needed)</span> : null}
                  </span>
                </li>
              )
            })}
          </ul>
        </div>
      ) : null}
    </EditorSection>
  )
}
