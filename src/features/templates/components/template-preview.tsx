import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LetterFrame } from '#features/notifications/components/letter-frame.tsx'
import { formatMoment } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { templatesClient } from '../client.ts'
import type { Template } from '../schema.ts'
import { useSettled } from './template-queries.ts'

const PAUSE_MS = 400
const OFFICE = 'America/New_York'

/** The edited template, rendered with sample values or with the values of a sent message. */
export function TemplatePreview({
  template,
  words,
}: {
  template: Template
  words: { subject: string; content: string }
}) {
  const { channel, templateKey, samples, records, variables } = template
  const [of, setOf] = useState('sample:0')
  const [leaveOut, setLeaveOut] = useState(false)
  const [unconfirmed, setUnconfirmed] = useState(template.toUnconfirmed)
  const headingId = useId()
  const settled = useSettled(words, PAUSE_MS)
  const [kind, value = ''] = of.split(':')
  const shown = useQuery(
    templatesClient.preview.queryOptions({
      input: {
        channel,
        templateKey,
        subject: settled.subject,
        content: settled.content,
        data: kind === 'record' ? { record: value } : { sample: Number(value), unconfirmed },
        leaveOut,
      },
      placeholderData: keepPreviousData,
    }),
  )
  const optional = variables.filter(({ mayBeEmpty }) => mayBeEmpty)
  return (
    <section aria-labelledby={headingId} className="min-w-0">
      <h3 id={headingId} className="text-lg">
        Preview
      </h3>
      <div className="mt-3 flex flex-col gap-3">
        <Field label="Filled in with">
          <Select value={of} onChange={(event) => setOf(event.target.value)}>
            <optgroup label="Sample data">
              {samples.map(({ title, to }, nth) => (
                <option key={`${title}-${to}`} value={`sample:${nth}`}>
                  {`${title}, to ${to}`}
                </option>
              ))}
            </optgroup>
            {records.length > 0 ? (
              <optgroup label="Sent messages">
                {records.map(({ id, to, at }) => (
                  <option key={id} value={`record:${id}`}>
                    {`To ${to}, ${formatMoment(at, OFFICE)}`}
                  </option>
                ))}
              </optgroup>
            ) : null}
          </Select>
        </Field>
        {template.readerName && kind !== 'record' ? (
          <Checkbox
            checked={unconfirmed}
            onChange={(event) => setUnconfirmed(event.target.checked)}
            label="To an address that is not confirmed yet"
            description={`{{${template.readerName}}} is “there”: we use a name only after its owner confirms the address.`}
          />
        ) : null}
        {optional.length > 0 ? (
          <Checkbox
            checked={leaveOut}
            onChange={(event) => setLeaveOut(event.target.checked)}
            label="Leave out optional values"
            description={optional.map(({ name }) => `{{${name}}}`).join(', ')}
          />
        ) : null}
        {shown.isError ? (
          <Alert tone="error" title="We could not create the preview">
            Your changes are kept.
          </Alert>
        ) : shown.data ? (
          <Filled channel={channel} shown={shown.data} />
        ) : (
          <Skeleton className="h-[34rem]" />
        )}
      </div>
    </section>
  )
}

type Shown = Awaited<ReturnType<typeof templatesClient.preview.call>>

function Filled({ channel, shown }: { channel: Template['channel']; shown: Shown }) {
  if (channel === 'sms') return <Bubble shown={shown} />
  return (
    <div>
      <p className="mb-3 rounded-control border bg-surface-raised px-3.5 py-2.5 text-[0.9375rem] wrap-anywhere">
        <span className="text-muted">Subject: </span>
        <strong dir="auto">{shown.subject}</strong>
      </p>
      <Tabs
        label="Forms of the email"
        items={[
          {
            value: 'html',
            label: 'Email',
            content: <LetterFrame html={shown.html ?? ''} title="Preview of the email" />,
          },
          {
            value: 'text',
            label: 'Plain text',
            content: (
              <pre className="max-h-[34rem] overflow-auto rounded-control border bg-surface-raised p-4 font-sans text-sm whitespace-pre-wrap wrap-anywhere">
                {shown.text}
              </pre>
            ),
          },
        ]}
      />
    </div>
  )
}

/** A text as shown on a phone, and its number of SMS segments. */
function Bubble({ shown: { text, sms } }: { shown: Shown }) {
  return (
    <div>
      <p
        dir="auto"
        className="max-w-sm rounded-card rounded-bl-sm bg-green-soft px-4 py-3 text-[0.9375rem] whitespace-pre-wrap wrap-anywhere"
      >
        {text}
      </p>
      {sms ? (
        <p className="tabular mt-2 text-sm text-muted">
          {`${sms.characters} characters, ${sms.segments === 1 ? '1 message' : `sent as ${sms.segments} messages`}`}
        </p>
      ) : null}
    </div>
  )
}
