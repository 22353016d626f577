import { useQuery } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import { measures } from '../goal.ts'
import { progressWords } from '../measured-progress.ts'
import { measuredProgressQuery } from './workspace-queries.ts'

/** The measured progress that a coach's students agreed to show; renders nothing when there is none. */
export function MeasuredProgress({ instructorId }: { instructorId: string }) {
  const { data } = useQuery(measuredProgressQuery(instructorId))
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby="measured-progress">
      <h2 id="measured-progress" className="text-title">
        Measured progress
      </h2>
      <ul className="mt-4 flex flex-col gap-3">
        {data.map((one) => (
          <li key={one.measure} className="flex items-start gap-3">
            <TrendingUp aria-hidden className="mt-1 size-5 shrink-0 text-brand" />
            <span>
              <span className="tabular font-medium">{progressWords(one)}</span>
              {one.named.length > 0 ? (
                <span className="tabular block text-[0.9375rem] text-muted">
                  <bdi>
                    {one.named
                      .map(
                        ({ firstName, change }) =>
                          `${firstName} ${change > 0 ? '+' : '−'}${Math.abs(change)}${measures[one.measure].unit ? ` ${measures[one.measure].unit}` : ''}`,
                      )
                      .join(' · ')}
                  </bdi>
                </span>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        Recorded by students and coach over two weeks or more. Shown with the students’ consent. Includes
        everyone who agreed.
      </p>
    </section>
  )
}
