import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contentClient } from '#features/content/client.ts'
import {
  type AnnounceTerms as Announced,
  announceTermsSchema,
  type TermsDesk,
} from '#features/content/terms/schema.ts'
import { formatCount } from '#platform/money.ts'
import { formatDate, formatMoment } from '#platform/time.ts'
import { useAttempt } from '#platform/use-attempt.ts'
import { useCheckedForm } from '#platform/use-checked-form.ts'
import { useViewerZone } from '#platform/use-viewer-zone.ts'
import { Anchor } from '#ui/anchor.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { FormError } from '#ui/form-error.tsx'
import { Input } from '#ui/input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.tsx'
import { tellFailure } from './use-desk-act.ts'

const desk = contentClient.termsDesk.queryOptions({ staleTime: 0 })

const states: Record<TermsDesk['versions'][number]['state'], { label: string; tone: BadgeTone }> = {
  coming: { label: 'Announced', tone: 'yellow' },
  in_force: { label: 'In force', tone: 'green' },
  past: { label: 'Past', tone: 'neutral' },
}

/** Versions of the terms of service, and the form that announces the next one. */
export function Terms() {
  const reading = useQuery(desk)
  if (reading.isPending) return <Skeleton className="h-80 max-w-3xl" />
  if (reading.isError)
    return (
      <EmptyState
        title="Failed to load the terms"
        action={<Button onClick={() => void reading.refetch()}>Try again</Button>}
      >
        Nothing was changed.
      </EmptyState>
    )
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-10">
      <section aria-labelledby="versions">
        <h2 id="versions" className="mb-3 font-semibold">
          Versions
        </h2>
        <ul className="divide-y rounded-card border bg-surface-raised">
          {reading.data.versions.map((one) => (
            <VersionRow key={one.version} {...one} />
          ))}
        </ul>
      </section>
      <AnnounceTerms key={reading.data.versions.length} {...reading.data} />
    </div>
  )
}

function VersionRow({ version, state, summary, announcedAt, toldAt }: TermsDesk['versions'][number]) {
  const zone = useViewerZone()
  const { label, tone } = states[state]
  return (
    <li className="px-4 py-3.5">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Anchor href={`/terms?version=${version}`} className="font-semibold hover:underline">
          {formatDate(version)}
        </Anchor>
        <Badge tone={tone}>{label}</Badge>
        {summary === null || zone === null ? null : (
          <span className="text-sm text-muted">
            Announced {formatMoment(announcedAt, zone)}.{' '}
            {toldAt === null
              ? 'Emails are being sent.'
              : `All emails were sent ${formatMoment(toldAt, zone)}.`}
          </span>
        )}
      </p>
      {summary === null ? null : <p className="mt-1 text-sm whitespace-pre-line">{summary}</p>}
    </li>
  )
}

/** The form that announces new terms. It asks again before anything is sent: the emails cannot be recalled. */
function AnnounceTerms({ earliest, accounts, text, versions }: TermsDesk) {
  const sending = useAttempt()
  const form = useCheckedForm(announceTermsSchema, sending)
  const queryClient = useQueryClient()
  const people = accounts === 1 ? '1 person' : `${formatCount(accounts)} people`
  const [asked, setAsked] = useState<{ terms: Announced; element: HTMLFormElement } | null>(null)
  const announce = ({ terms, element }: NonNullable<typeof asked>) =>
    sending.attempt(
      async () => {
        await contentClient.announceTerms.call(terms)
        toast.success('Terms announced', `They hold from ${formatDate(terms.version)}.`)
        await queryClient.invalidateQueries({ queryKey: desk.queryKey })
      },
      (problem) => form.show(element, tellFailure('Failed to announce the terms')(problem)),
    )
  /** Known before anything is confirmed; the server checks it again. */
  const whyRefused = (version: string) => {
    if (versions.some((one) => one.version === version)) return 'Terms for that day were already announced'
    return version < earliest ? `The first possible day is ${formatDate(earliest)}` : null
  }
  return (
    <section aria-labelledby="announce">
      <h2 id="announce" className="font-semibold">
        Announce new terms
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        {people} get an email, and both versions can be read at /terms. An announcement cannot be withdrawn:
        have a lawyer read the text first.
      </p>
      <form
        {...form.sends(async (terms, element) => {
          const refusal = whyRefused(terms.version)
          if (refusal) form.show(element, [{ path: 'version', message: refusal }])
          else setAsked({ terms, element })
        })}
        className="flex flex-col gap-4"
      >
        <FormError title={form.failure ? 'Nothing was announced' : null}>{form.failure}</FormError>
        <Field
          label="They hold from"
          hint={`${formatDate(earliest)} or later: people must know 30 days before.`}
          error={form.errors.version}
          required
        >
          <Input name="version" type="date" min={earliest} className="max-w-56" />
        </Field>
        <Field
          label="What changes"
          hint="In plain words. It is the letter’s first paragraph."
          error={form.errors.summary}
          required
        >
          <Textarea name="summary" rows={4} />
        </Field>
        <Field
          label="All of the new terms"
          hint="Markdown. {{company_name}}, {{postal_address}}, {{support_email}} and {{privacy_email}} are filled in."
          error={form.errors.text}
          required
        >
          <Textarea name="text" rows={24} defaultValue={text} className="font-mono text-sm" />
        </Field>
        <Button type="submit" variant="brand" loading={form.busy} className="self-start">
          Announce new terms
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        title={asked ? `New terms from ${formatDate(asked.terms.version)}?` : ''}
        description={`${people} get an email. The emails cannot be recalled.`}
        confirmLabel="Announce and send emails"
        onConfirm={async () => {
          if (asked) await announce(asked)
        }}
      />
    </section>
  )
}
