import type { Env } from '#platform/env.ts'

/** Where a demo shows what a scheduling page is for. */
export const localConsultationPath = '/dev/consultation'

/** Where a visitor asks for a free call: the operator's scheduling page, and without one a letter to the operator. */
export function consultationUrl(
  env: Pick<Env, 'CONSULTATION_URL' | 'SUPPORT_EMAIL' | 'isDemo' | 'appUrl'>,
): string {
  if (env.CONSULTATION_URL) return env.CONSULTATION_URL
  if (env.isDemo) return `${env.appUrl}${localConsultationPath}`
  return `mailto:${env.SUPPORT_EMAIL}?subject=Free%20consultation%20call`
}
