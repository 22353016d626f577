import type { ReactNode } from 'react'
import { formatMoney } from '#platform/money.ts'
import { formatDay, formatMoment } from '#platform/time.ts'
import { Avatar } from '#ui/avatar.tsx'
import type { RosterRow } from '../schema.ts'
import { LatestMessage } from './latest-message.tsx'
import { RowControl, StudentName } from './roster-table.tsx'
import { BooksFor, StudentMarks } from './student-marks.tsx'

/** The list as cards, for screens too narrow for a table. */
export function RosterCards({ rows, zone }: { rows: readonly RosterRow[]; zone: string }) {
  return (
    <ul className="grid gap-3 md:grid-cols-2" aria-label="Your students">
      {rows.map((row) => (
        <li
          key={row.studentId ?? row.invitationId ?? row.broughtId}
          className="flex min-w-0 flex-col rounded-card border bg-surface-raised p-4"
        >
          <div className="flex items-start gap-3">
            <Avatar name={row.name} src={row.pictureUrl} decorative />
            <div className="min-w-0 flex-1">
              <StudentName row={row} className="block text-[1.0625rem] wrap-anywhere" />
              <BooksFor row={row} />
              <div className="mt-1 empty:hidden">
                <StudentMarks row={row} zone={zone} />
              </div>
            </div>
            {row.invitation ? <RowControl row={row} /> : null}
          </div>
          {row.studentId ? (
            <>
              <dl className="mt-4 grid grid-cols-3 gap-x-4 gap-y-3 text-sm">
                <Fact name="Lessons">{row.lessonsHad}</Fact>
                <Fact name="Spent">{formatMoney(row.spentCents)}</Fact>
                <Fact name="Credits">{row.creditsLeft}</Fact>
                <Line name="Next">
                  {row.nextLesson ? formatMoment(row.nextLesson.start, row.nextLesson.zone) : 'None booked'}
                </Line>
                <Line name="Last">
                  {row.lastLesson
                    ? formatDay(row.lastLesson.start, row.lastLesson.zone, { year: true })
                    : 'No lesson yet'}
                </Line>
              </dl>
              {row.lastWord ? (
                <LatestMessage word={row.lastWord} zone={zone} className="mt-3 border-t pt-3" />
              ) : null}
              {row.isFormer || row.isInvited ? null : (
                <div className="mt-auto pt-3">
                  <div className="border-t pt-3">
                    <RowControl row={row} withLabel />
                  </div>
                </div>
              )}
            </>
          ) : row.creditsLeft > 0 ? (
            <dl className="mt-4 text-sm">
              <Fact name="Lessons owed">{row.creditsLeft}</Fact>
            </dl>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="tabular mt-0.5 text-base font-semibold">{children}</dd>
  </div>
)

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="col-span-3 -mt-1.5 flex gap-2">
    <dt className="w-10 shrink-0 text-muted">{name}</dt>
    <dd className="tabular font-medium">{children}</dd>
  </div>
)
