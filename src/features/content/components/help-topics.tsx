import { Link } from '@tanstack/react-router'
import { byTopic } from '../help.ts'
import type { HelpSummary } from '../schema.ts'

/** All help documents for an audience, grouped by topic. */
export function HelpTopics({ documents }: { documents: readonly HelpSummary[] }) {
  return (
    <div className="grid gap-x-10 gap-y-9 sm:grid-cols-2">
      {byTopic(documents).map(({ topic, documents: ofTopic }) => (
        <section key={topic} aria-label={`Help: ${topic}`}>
          <h2 className="border-b pb-2 text-xl">{topic}</h2>
          <HelpLinks documents={ofTopic} />
        </section>
      ))}
    </div>
  )
}

/** Links to help documents with their descriptions. */
export function HelpLinks({ documents }: { documents: readonly HelpSummary[] }) {
  return (
    <ul className="divide-y">
      {documents.map(({ slug, title, description }) => (
        <li key={slug}>
          <Link to="/help/$slug" params={{ slug }} className="group block py-3">
            <span className="font-semibold text-brand group-hover:underline">{title}</span>
            <span className="mt-0.5 block text-[0.9375rem] text-muted">{description}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
