import { formatDate } from '#platform/time.ts'
import { Alert } from '#ui/alert.tsx'
import { Anchor } from '#ui/anchor.tsx'
import type { Terms } from '../terms/schema.ts'

/**
 * Shown above the terms: the version displayed, if it is not the one in force, and any announced versions.
 */
export function TermsVersions({ version, inForce, coming }: Pick<Terms, 'version' | 'inForce' | 'coming'>) {
  const link = 'font-semibold underline underline-offset-4'
  if (version !== inForce) {
    const isComing = coming.some((one) => one.version === version)
    return (
      <Alert
        tone="warning"
        title={
          isComing
            ? `These terms take effect on ${formatDate(version)}`
            : 'These terms are no longer in effect'
        }
      >
        {isComing ? 'Until then ' : 'Now '}
        <Anchor href="/terms" className={link}>
          the terms of {formatDate(inForce)}
        </Anchor>{' '}
        apply.
      </Alert>
    )
  }
  return coming.map((next) => (
    <Alert key={next.version} title={`Our terms change on ${formatDate(next.version)}`} className="mb-3">
      <p className="whitespace-pre-line">{next.summary}</p>
      <Anchor href={`/terms?version=${next.version}`} className={link}>
        Read the new terms
      </Anchor>
    </Alert>
  ))
}
