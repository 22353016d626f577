import { describe, expect, test } from 'vitest'
import { readEnv } from './env.ts'

const demo = {
  DATABASE_URL: 'postgres://localhost/x',
  SESSION_SECRET: 'x'.repeat(32),
  EMBEDDED_DATABASE: '1',
}
const live = {
  DATABASE_URL: 'postgres://localhost/x',
  SESSION_SECRET: 'x'.repeat(32),
  APP_URL: 'https://greenside.test/',
  STRIPE_SECRET_KEY: 'sk_test',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  SMTP_URL: 'smtp://localhost',
  EMAIL_FROM: 'Fairway Works <hello@fairway.test>',
  SUPPORT_EMAIL: 'help@fairway.test',
  PRIVACY_EMAIL: 'data@fairway.test',
  COMPANY_NAME: 'Fairway Works Inc.',
  POSTAL_ADDRESS: '1 Main Street, Charlotte, NC 28202',
}

describe('configuration', () => {
  test('with the embedded database is a demo at localhost', () => {
    expect(readEnv(demo)).toMatchObject({
      isDemo: true,
      appUrl: 'http://localhost:3000',
      NODE_ENV: 'production',
    })
  })

  test('with your own database is production', () => {
    expect(readEnv(live)).toMatchObject({ isDemo: false, appUrl: 'https://greenside.test' })
    expect(readEnv({ ...live, DEMO: '1' }).isDemo).toBe(true)
  })

  test('requires two-step sign-in for admins, unless it is a demo or set otherwise', () => {
    expect(readEnv(live).ADMIN_TWO_FACTOR).toBe('required')
    expect(readEnv(demo).ADMIN_TWO_FACTOR).toBe('offered')
    expect(readEnv({ ...live, ADMIN_TWO_FACTOR: 'offered' }).ADMIN_TWO_FACTOR).toBe('offered')
    expect(readEnv({ ...demo, ADMIN_TWO_FACTOR: 'required' }).ADMIN_TWO_FACTOR).toBe('required')
    expect(() => readEnv({ ...demo, ADMIN_TWO_FACTOR: 'never' })).toThrow(/ADMIN_TWO_FACTOR/)
  })

  test('of a demo listens only on this machine, unless set otherwise', () => {
    expect(readEnv(demo).HOST).toBe('127.0.0.1')
    expect(readEnv({ ...live, DEMO: '1' }).HOST).toBe('127.0.0.1')
    expect(readEnv({ ...demo, HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0')
    expect(readEnv(live).HOST).toBe('0.0.0.0')
  })

  test('reports all missing production settings at once', () => {
    const { APP_URL: _, SMTP_URL: __, ...incomplete } = live
    expect(() => readEnv(incomplete)).toThrow(/APP_URL[\s\S]*SMTP_URL/)
  })

  test('requires the operator’s name in production, and invents one in a demo', () => {
    const { COMPANY_NAME: _, PRIVACY_EMAIL: __, ...nobodys } = live
    expect(() => readEnv(nobodys)).toThrow(/PRIVACY_EMAIL: required[\s\S]*COMPANY_NAME: required/)
    expect(readEnv(live)).toMatchObject({
      senderAddress: 'hello@fairway.test',
      SUPPORT_EMAIL: 'help@fairway.test',
    })
    expect(readEnv({ ...live, EMAIL_FROM: 'plain@fairway.test' }).senderAddress).toBe('plain@fairway.test')
    expect(readEnv(demo)).toMatchObject({
      senderAddress: 'hello@greenside.demo',
      COMPANY_NAME: 'Greenside (a demo)',
    })
    expect(() => readEnv({ ...live, EMAIL_FROM: 'Fairway <nobody>' })).toThrow(/EMAIL_FROM/)
    expect(() => readEnv({ ...live, SUPPORT_EMAIL: 'help' })).toThrow(/SUPPORT_EMAIL/)
  })

  test('lets a production web process drain, and stops a demo at once', () => {
    expect(readEnv(live)).toMatchObject({ DRAIN_SECONDS: 5, PROCESS_ROLE: 'all' })
    expect(readEnv(demo).DRAIN_SECONDS).toBe(0)
    expect(() => readEnv({ ...live, PROCESS_ROLE: 'both' })).toThrow(/PROCESS_ROLE/)
  })

  test('with a partly configured vendor is refused, naming the missing settings', () => {
    expect(() => readEnv({ ...demo, STRIPE_SECRET_KEY: 'sk_live_secret' })).toThrow(
      /STRIPE_WEBHOOK_SECRET: needed beside STRIPE_SECRET_KEY/,
    )
    expect(() => readEnv({ ...demo, TWILIO_FROM: '+1' })).toThrow(/TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN/)
    expect(() => readEnv({ ...demo, ASSISTANT_API_KEY: 'sk-secret' })).toThrow(
      /ASSISTANT_PROVIDER, ASSISTANT_MODEL: needed beside ASSISTANT_API_KEY/,
    )
    expect(() => readEnv({ ...demo, ASSISTANT_PROVIDER: 'somebody' })).toThrow(/ASSISTANT_PROVIDER/)
  })

  test('errors never contain values', () => {
    expect(() => readEnv({ ...demo, SESSION_SECRET: 'short-secret' })).toThrow(
      /SESSION_SECRET: must have at least 32/,
    )
    expect(() => readEnv({ ...demo, SESSION_SECRET: 'short-secret' })).not.toThrow(/short-secret/)
  })
})
