import { useQuery } from '@tanstack/react-query'
import { clipPartnersQuery } from '#features/clips/components/clip-queries.ts'
import { golfersClient } from '#features/golfers/client.ts'
import { Golfers } from '#features/golfers/components/golfers.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { SettingsSection } from '#ui/settings-section.tsx'

/** The golfers and clips of a coach who was a student: sections of the settings, each shown when there may be something in it. */
export function FormerStudent() {
  const golfers = useQuery(golfersClient.list.queryOptions({ staleTime: 0 }))
  const partners = useQuery(clipPartnersQuery)
  const coaches = partners.data?.filter((partner) => partner.as === 'coach') ?? []
  return (
    <>
      {golfers.isError || (golfers.data && golfers.data.golfers.length > 0) ? (
        <SettingsSection id="golfers" title="Golfers" description="Who you booked lessons for as a student.">
          <Golfers mayAdd={false} />
        </SettingsSection>
      ) : null}
      {coaches.length > 0 ? (
        <SettingsSection
          id="clips"
          title="Clips"
          description="Of your lessons as a student. You can stop sharing them at any time."
        >
          <ul className="flex flex-wrap gap-2">
            {coaches.map(({ id, name }) => (
              <li key={id}>
                <LinkButton href={`/clips?with=${id}`}>
                  Clips with <bdi>{name}</bdi>
                </LinkButton>
              </li>
            ))}
          </ul>
        </SettingsSection>
      ) : null}
    </>
  )
}
