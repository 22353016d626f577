import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testNow } from '#tests/support/now.ts'
import { startStripeDouble } from '#tests/support/stripe-double.ts'

const root = resolve(import.meta.dirname, '../..')
const script = readFileSync(join(root, 'deploy/bare-machine.sh'), 'utf8')
/** Its functions, without the part that runs them. */
const [functions = ''] = script.split(/\nif \[ "\$\{1:-\}" = remove \]/)

let own: string
beforeEach(() => {
  own = mkdtempSync(join(tmpdir(), 'bare-machine-'))
})
afterEach(() => rmSync(own, { recursive: true, force: true }))

const settings = () => readFileSync(join(own, 'env'), 'utf8')

/** Runs a step of deploy/bare-machine.sh with the settings in our folder, and the command `gs` there. @returns what it printed */
async function runStep(step: string, more: Record<string, string> = {}): Promise<string> {
  const env = { PATH: `${own}:/usr/bin:/bin`, NAME: 'gs', ETC: own, ...more }
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `${functions}\n${step}`], {
    cwd: root,
    env,
  })
  return stdout + stderr
}

/** It is made for Debian's tools. */
const isDebian = existsSync('/usr/bin/dpkg-query')

describe.runIf(isDebian)('the script that sets a machine up', () => {
  test('takes every line of the answers as it is written', async () => {
    writeFileSync(join(own, 'env'), '#S3_BUCKET=\nSTRIPE_SECRET_KEY=\n')
    const answers = join(own, 'answers')
    writeFileSync(
      answers,
      '# STRIPE_SECRET_KEY=sk_of_a_comment\n\nCOMPANY_NAME=Fairway Golf LLC\nS3_SECRET_ACCESS_KEY=a+b/c=\nS3_BUCKET=last-line',
    )
    await runStep('settings', { ANSWERS: answers })
    expect(settings().split('\n').filter(Boolean)).toEqual([
      'STRIPE_SECRET_KEY=',
      'COMPANY_NAME="Fairway Golf LLC"',
      'S3_SECRET_ACCESS_KEY=a+b/c=',
      'S3_BUCKET=last-line',
    ])
  })

  test('adds the secrets of new Stripe endpoints to those that are set, and shows none of them', async () => {
    const secretKey = 'sk_test_bare_machine'
    const stripe = await startStripeDouble({ secretKey, now: () => testNow })
    try {
      const command = `exec "${process.execPath}" "--env-file=${own}/env" scripts/stripe.ts setup`
      writeFileSync(join(own, 'gs'), `#!/bin/sh\n${command}\n`)
      chmodSync(join(own, 'gs'), 0o755)
      writeFileSync(
        join(own, 'env'),
        `APP_URL=https://lessons.fairway.test
STRIPE_SECRET_KEY=${secretKey}
STRIPE_API_BASE=${stripe.url}
STRIPE_WEBHOOK_SECRET=
`,
      )
      await runStep('webhooks')
      const [, first = ''] = /^STRIPE_WEBHOOK_SECRET=(whsec_\w+,whsec_\w+)$/m.exec(settings()) ?? []
      expect(first).not.toBe('')
      // As after an upgrade that uses a new version of Stripe's API.
      for (const one of stripe.webhookEndpoints) one.api_version = '2024-06-20'
      const said = await runStep('webhooks')
      const [, both = ''] = /^STRIPE_WEBHOOK_SECRET=(.*)$/m.exec(settings()) ?? []
      expect(both.split(',').slice(0, 2).join(',')).toBe(first)
      expect(both.split(',').slice(2)).toEqual([
        expect.stringMatching(/^whsec_\w+$/),
        expect.stringMatching(/^whsec_\w+$/),
      ])
      expect(said).toContain('whsec_…')
      expect(said).not.toMatch(/whsec_\w/)
      await runStep('webhooks')
      expect(settings()).toContain(`\nSTRIPE_WEBHOOK_SECRET=${both}\n`)
    } finally {
      await stripe.close()
    }
  })
})
