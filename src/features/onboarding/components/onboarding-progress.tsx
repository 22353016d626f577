import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { cn } from '#ui/class-names.ts'
import { type Step, steps, stepTitles } from '../steps.ts'

/** The five steps: where one is, and which of them are complete. Each can be gone back to. */
export function OnboardingProgress({ step, complete }: { step: Step; complete: readonly Step[] }) {
  const at = steps.indexOf(step)
  return (
    <nav aria-label="Steps">
      <p className="text-sm font-semibold text-muted lg:hidden">
        Step {at + 1} of {steps.length}
      </p>
      <ol className="mt-2 flex gap-1.5 lg:mt-0 lg:flex-col lg:gap-1">
        {steps.map((one, i) => {
          const isDone = complete.includes(one)
          return (
            <li key={one} className="flex-1 lg:flex-none">
              <Link
                to="/instructor-onboarding"
                search={{ step: one }}
                aria-current={one === step ? 'step' : undefined}
                className={cn(
                  'group flex flex-col gap-2 rounded-control lg:flex-row lg:items-center lg:gap-3 lg:px-3 lg:py-2.5',
                  one === step
                    ? 'font-semibold lg:bg-brand-soft'
                    : 'text-muted hover:text-ink lg:hover:bg-surface-hover',
                )}
              >
                <span
                  aria-hidden
                  className={cn(
                    'h-1.5 rounded-full lg:hidden',
                    one === step ? 'bg-accent' : isDone ? 'bg-brand' : 'bg-line-strong/40',
                  )}
                />
                <span
                  aria-hidden
                  className={cn(
                    'hidden size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold lg:grid',
                    isDone ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface-raised',
                  )}
                >
                  {isDone ? <Check className="size-4" strokeWidth={3} /> : i + 1}
                </span>
                <span className="text-[0.9375rem] max-lg:sr-only">
                  {stepTitles[one]}
                  {isDone ? <span className="sr-only"> (complete)</span> : null}
                </span>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
