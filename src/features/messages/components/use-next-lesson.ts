import { useQuery } from '@tanstack/react-query'
import { bookingsClient } from '#features/bookings/client.ts'

/**
 * The next confirmed lesson with a person, if it is on the first page of upcoming lessons; otherwise
 * undefined.
 */
export function useNextLesson(otherId: string) {
  const upcoming = useQuery(
    bookingsClient.list.queryOptions({ input: { when: 'upcoming' }, staleTime: 60_000 }),
  )
  return upcoming.data?.find(
    ({ status, coach, student }) =>
      status === 'confirmed' && (coach.id === otherId || student.id === otherId),
  )
}
