import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showFailure } from '#features/back-office/components/use-desk-act.ts'
import { LetterFrame } from '#features/notifications/components/letter-frame.tsx'
import type { ApiProblem } from '#platform/api-problem.ts'
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
import { contentClient } from '../client.ts'
import {
  type AnnounceTerms as Announced,
  announceTermsSchema,
  type TermsDesk,
  type TermsPreview,
} from './schema.ts'

interface Asked {
  terms: Announced
  element: HTMLFormElement
  preview: TermsPreview
}

const people = (count: number) => (count === 1 ? '1 person' : `${formatCount(count)} people`)

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

/** Refusals that belong to a field of the form. */
const fieldOf: Record<string, string> = {
  too_soon: 'version',
  announced_already: 'version',
  unreadable: 'text',
}

/**
 * The form that announces new terms. The server checks them first; then the email and the number of people who get it are shown,
 * and only a confirmation sends it, because emails cannot be recalled.
 */
function AnnounceTerms({ earliest, accounts, text }: TermsDesk) {
  const sending = useAttempt()
  const form = useCheckedForm(announceTermsSchema, sending)
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState<Asked | null>(null)
  const issuesOf = (problem: ApiProblem) => {
    const path = fieldOf[problem.code ?? '']
    return path && problem.message
      ? [{ path, message: problem.message }]
      : showFailure('Failed to announce the terms')(problem)
  }
  const announce = ({ terms, element }: Asked) =>
    sending.attempt(
      async () => {
        await contentClient.announceTerms.call(terms)
        toast.success('Terms announced', `They take effect on ${formatDate(terms.version)}.`)
        await queryClient.invalidateQueries({ queryKey: desk.queryKey })
      },
      (problem) => form.show(element, issuesOf(problem)),
    )
  return (
    <section aria-labelledby="announce">
      <h2 id="announce" className="font-semibold">
        Announce new terms
      </h2>
      <p className="mt-1 mb-4 text-sm text-muted">
        {people(accounts)} get an email, and both versions can be read at /terms. An announcement cannot be
        withdrawn: have a lawyer read the text first.
      </p>
      <form
        {...form.sends(async (terms, element) => {
          const preview = await contentClient.previewTerms.call(terms)
          setAsked({ terms, element, preview })
        }, issuesOf)}
        className="flex flex-col gap-4"
      >
        <FormError title={form.failure ? 'Nothing was announced' : null}>{form.failure}</FormError>
        <Field
          label="They take effect on"
          hint={`${formatDate(earliest)} or later: people must know 30 days before.`}
          error={form.errors.version}
          required
        >
          <Input name="version" type="date" min={earliest} className="max-w-56" />
        </Field>
        <Field
          label="What changes"
          hint="In plain words. It is the first paragraph of the email."
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
          Preview and announce
        </Button>
      </form>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => open || setAsked(null)}
        size="lg"
        title={asked ? `New terms from ${formatDate(asked.terms.version)}?` : ''}
        description={
          asked ? `${people(asked.preview.recipients)} get this email. Emails cannot be recalled.` : ''
        }
        confirmLabel="Announce and send emails"
        onConfirm={async () => {
          if (asked) await announce(asked)
        }}
      >
        {asked ? (
          <div className="mt-4">
            <p className="mb-2 text-[0.9375rem]">
              <span className="text-muted">Subject: </span>
              <strong>{asked.preview.subject}</strong>
            </p>
            <LetterFrame
              html={asked.preview.html}
              title="Preview of the email"
              className="h-[min(26rem,45svh)]"
            />
          </div>
        ) : null}
      </ConfirmDialog>
    </section>
  )
}
