import { expect, test } from 'vitest'
import { vendorNames } from '#platform/vendor-names.ts'
import { rulesAssistant } from '#ports/assistant/rules.ts'
import { googleCalendar } from '#ports/calendar/google.ts'
import { klaviyoCrm } from '#ports/crm/klaviyo.ts'
import { smtpEmail } from '#ports/email/smtp.ts'
import { localFiles } from '#ports/files/local.ts'
import { nominatimGeocoding } from '#ports/geocoding/nominatim.ts'
import { oidcIdentity } from '#ports/identity/oidc.ts'
import { stripePayments } from '#ports/payments/stripe.ts'
import { webPush } from '#ports/push/web-push.ts'
import { twilioSms } from '#ports/sms/twilio.ts'
import { routedTravel } from '#ports/travel/osrm.ts'
import { weatherGov } from '#ports/weather/weather-gov.ts'
import { watched } from './vendors.ts'

const url = 'http://127.0.0.1:9'
const keys = {
  publicKey: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  privateKey: 'tUxbf-Yr7PyQ0hVkGxSXJ2tPp9f9QkvPsdLxWAZwyDQ',
}
const ports: Record<string, () => object> = {
  payments: () => stripePayments({ secretKey: 'sk_test_x', webhookSecret: 'whsec_x', apiBase: url }),
  email: () => smtpEmail({ url: 'smtp://127.0.0.1:9', from: 'a@b.test' }),
  sms: () => twilioSms({ accountSid: 'AC0', authToken: 'x', from: '+15005550006', apiBase: url }),
  push: () => webPush({ ...keys, contact: 'mailto:a@b.test', extraHosts: [] }),
  files: () => localFiles({ root: '.data/none' }),
  calendar: () => googleCalendar({ clientId: 'x', clientSecret: 'y', apiBase: url }),
  crm: () => klaviyoCrm({ apiKey: 'pk_x', apiBase: url }),
  assistant: () => rulesAssistant(),
  travel: () => routedTravel({ url }),
  identity: () => oidcIdentity([]),
  weather: () => weatherGov({ url, userAgent: 'x' }),
  geocoding: () => nominatimGeocoding({ url, userAgent: 'x', takeTurn: (work) => work() }),
}
/** What ports do by themselves. */
const ours = ['readEvent', 'readInbound', 'readStatus', 'accepts', 'consentUrl', 'close']

test.each(vendorNames)('every call to the %s vendor is monitored', (name) => {
  const port = ports[name]?.() ?? {}
  const calls = Object.entries(port).flatMap(([call, value]) => (typeof value === 'function' ? [call] : []))
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter((call) => !ours.includes(call)).toSorted()).toEqual(watched[name].calls.toSorted())
})
