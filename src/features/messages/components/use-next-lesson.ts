import { useQuery } from '@tanstack/react-query'
import { bookingsClient } from '#features/bookings/client.ts'

/** The next confirmed lesson with somebody, as far as it is among one's nearest; undefined when there is none. */
export function useNextLesson(otherId: string) {
  const upcoming = useQuery(
    bookingsClient.list.queryOptions({ input: { when: 'upcoming' }, staleTime: 60_000 }),
  )
  return upcoming.data?.find(
    ({ status, coach, student }) =>
      status === 'confirmed' && (coach.id === otherId || student.id === otherId),
  )
}
