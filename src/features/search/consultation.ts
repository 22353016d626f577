import type { Env } from '#platform/env.ts'

/** The scheduling page used in demos. */
export const localConsultationPath = '/dev/consultation'

/**
 * The URL for requesting a free call: the operator's scheduling page, or an email to the operator if none is
 * configured.
 */
export function consultationUrl(
  env: Pick<Env, 'CONSULTATION_URL' | 'SUPPORT_EMAIL' | 'isDemo' | 'appUrl'>,
): string {
  if (env.CONSULTATION_URL) return env.CONSULTATION_URL
  if (env.isDemo) return `${env.appUrl}${localConsultationPath}`
  return `mailto:${env.SUPPORT_EMAIL}?subject=Free%20consultation%20call`
}
