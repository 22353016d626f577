import { stripeClient } from '#ports/payments/stripe.ts'
import { commandFor } from './operator/commands.ts'
import {
  findWebhooks,
  retireWebhooks,
  setUpWebhooks,
  type WebhookState,
  webhookAddress,
} from './operator/stripe-webhooks.ts'

/**
 * Manages the Stripe webhook endpoints of an installation. Only STRIPE_SECRET_KEY and APP_URL are required.
 *   npm run stripe setup    creates or corrects the two endpoints, and prints the setting with the secrets of new ones
 *   npm run stripe show     prints their state
 *   npm run stripe retire   deletes endpoints of an earlier version, once every process has the new secrets
 */
const setup = commandFor('stripe', 'setup')
const USAGE = ['setup', 'show', 'retire'].map((words) => commandFor('stripe', words)).join(' · ')

const names = { platform: 'our own account', connected: "coaches' accounts" } as const

function stateWords({ whose, state }: WebhookState): string {
  const words = {
    right: 'right',
    missing: `missing: ${setup}`,
    'other events': `sends other events: ${setup}`,
    off: `turned off: ${setup}`,
    changed: 'was set right',
    made: 'was made',
  }
  return `Events of ${names[whose]}: ${words[state]}.`
}

async function main() {
  const [command] = process.argv.slice(2)
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: apiBase,
    STRIPE_WEBHOOK_SECRET: had,
    APP_URL: appUrl,
  } = process.env
  if (!secretKey || !appUrl)
    throw new Error(`STRIPE_SECRET_KEY and APP_URL say whose Stripe, and where.\n${USAGE}`)
  const stripe = stripeClient({ secretKey, ...(apiBase ? { apiBase } : {}) })
  if (command === 'retire') {
    const gone = await retireWebhooks(stripe, appUrl)
    console.log(
      gone.length === 0
        ? 'There is none from an earlier version.'
        : `Removed: ${gone.join(', ')}. Remove its secret from STRIPE_WEBHOOK_SECRET.`,
    )
    return
  }
  if (command !== 'setup' && command !== 'show') throw new Error(USAGE)
  const found = await (command === 'setup' ? setUpWebhooks : findWebhooks)(stripe, appUrl)
  console.log(`Stripe sends events to ${webhookAddress(appUrl)}`)
  for (const one of found.ours) console.log(stateWords(one))
  if (found.foreign.length > 0)
    console.log(
      `Made by hand for the same address, so events arrive twice: ${found.foreign.join(', ')}. Remove it in Stripe's dashboard.`,
    )
  if (found.old.length > 0)
    console.log(
      `For an earlier version: ${found.old.join(', ')}. With the new secrets in every process: ${commandFor('stripe', 'retire')}`,
    )
  const secrets = found.ours.flatMap((one) => (one.state === 'made' ? [one.secret] : []))
  if (secrets.length === 0) return
  // Scripts look for the line with the setting.
  console.log(
    `\nSet this; Stripe shows a new secret only now:\nSTRIPE_WEBHOOK_SECRET=${[...(had ? [had] : []), ...secrets].join(',')}`,
  )
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
