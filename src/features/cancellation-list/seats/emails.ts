import { dateText } from '#features/clinics/clinic.ts'
import type { Clinic } from '#features/clinics/schema.ts'
import { notifyUser } from '#features/notifications/commands.ts'
import { fillIn } from '#features/notifications/letter.ts'
import type { Queryable } from '#platform/db.ts'
import { formatMoney } from '#platform/money.ts'
import { formatMoment } from '#platform/time.ts'
import type { TransactionServices } from '#ports/services.ts'
import { leaveSeatsAddress } from '../leave-links.ts'
import { freedTimeKind, seatsFree } from '../letters.ts'

interface Told {
  requestId: string
  userId: string
  name: string
  seats: number
  /** When the seats were noticed, milliseconds since 1970, UTC. */
  at: number
}

/** Notifies a student that the seats they wait for are free. The seats are not held. Once per opening. */
export async function notifySeatsFree(
  services: Pick<TransactionServices, 'jobs' | 'clock' | 'env' | 'answers'>,
  tx: Queryable,
  clinic: Clinic,
  { requestId, userId, name, seats, at }: Told,
): Promise<void> {
  const path = `/clinics/${clinic.id}`
  const count = seats === 1 ? '1 seat' : `${seats} seats`
  const [first] = clinic.dates
  const dates = clinic.dates.map((date) => dateText(date, clinic.zone)).join('; ')
  await notifyUser(services, tx, {
    userId,
    kind: freedTimeKind,
    businessKey: `seats:${requestId}:${at}`,
    title: `${seats === 1 ? '1 seat is' : `${seats} seats are`} free with ${clinic.coach.label}`,
    body: `${clinic.title}, ${dates}. Not held: the first to pay gets ${seats === 1 ? 'it' : 'them'}.`,
    href: path,
    email: fillIn(seatsFree, {
      student_name: name,
      coach_name: clinic.coach.label,
      lesson_title: clinic.title,
      lesson_short: first ? formatMoment(first.start, clinic.zone) : '',
      seat_count: count,
      dates,
      place: clinic.place,
      price: `${formatMoney(clinic.priceCents)} a seat`,
      clinic_url: services.env.appUrl + path,
      leave_url: leaveSeatsAddress(services.env, requestId),
    }),
    about: { what: 'free_seats', requestId },
  })
}
