import { describe, expect, test } from 'vitest'
import { createHttpApp } from '#app/http/app.ts'
import { renderSamples } from '#app/letters/gallery.ts'
import { letters } from '#app/letters/letters.ts'
import { placeholdersIn } from '#db/seed/templates.ts'
import { segmentsOf } from '#features/notifications/template.ts'
import { testProduct } from '../support/product.ts'

const product = testProduct()

const allSamples = async () => (await renderSamples(product.services)).flatMap(({ samples }) => samples)

describe('the email gallery', () => {
  test('has every email and text, each with sample data', async () => {
    const samples = await allSamples()
    const shown = new Set(samples.map(({ letter }) => letter.template))
    expect(letters.filter((letter) => !shown.has(letter)).map(({ key }) => key)).toEqual([])
    for (const { title, letter, mail, sms } of samples) {
      const { email, text } = letter.template
      expect(mail === null, title).toBe(email === undefined)
      expect(sms === null, title).toBe(text === undefined)
      const words = `${mail?.subject} ${mail?.html} ${mail?.text} ${sms}`
      expect(words.replaceAll(/\bundefined undefined undefined\b/g, ''), title).not.toMatch(
        /\{\{|\}\}|undefined|NaN|Invalid/,
      )
    }
  })

  test('is available in a demo and not in production', async () => {
    const page = await product.visitor().get('/dev/letters')
    expect(page.status).toBe(200)
    expect(page.text).toContain('Cancelled by the student: 50% refund')
    expect(page.text).toMatch(/Text message: \d+ characters, \d segments?/)
    const env = { ...product.services.env, isDemo: false }
    const real = createHttpApp({ ...product.services, env }, () => new Response('no page', { status: 404 }))
    expect((await real.request('http://greenside.test/dev/letters')).status).toBe(404)
  })
})

describe('the words of letters', () => {
  test('name nothing but what their letter is filled in with', () => {
    const house = ['site_name', 'app_url', 'support_email', 'sms_cta_url']
    expect(new Set(letters.map(({ key }) => key)).size).toBe(letters.length)
    for (const { key, variables, email, text } of letters)
      for (const name of placeholdersIn(email?.subject ?? '', email?.html ?? '', text?.message ?? ''))
        expect([...house, ...variables], key).toContain(name)
  })

  test('for texts use the GSM alphabet and at most two segments', async () => {
    const texts = (await allSamples()).flatMap(({ title, sms }) => (sms === null ? [] : [{ title, sms }]))
    expect(texts.length).toBeGreaterThan(20)
    for (const { title, sms } of texts) {
      expect(segmentsOf(sms).isPlain, `${title}: ${sms}`).toBe(true)
      expect(segmentsOf(sms).segments, `${title}: ${sms}`).toBeLessThanOrEqual(2)
    }
  })

  test('tell the reader who did it', async () => {
    const samples = await allSamples()
    const read = (title: string, to: string) =>
      samples.find((sample) => sample.title === title && sample.to === to)?.mail?.text ?? ''
    const own = read('Cancelled by the student: full refund', 'student')
    expect(own).toContain('you cancelled your lesson with Coach Maya')
    expect(own).toContain('We refund all of the $85 you paid to your card. It should be there by')
    expect(own).toContain('Booking number: GS-0199B3F4')
    expect(own).not.toMatch(/by the student|somebody else|someone else/)
    expect(read('Cancelled by the student: full refund', 'coach')).toContain(
      'Sam Rivera cancelled the lesson',
    )
    expect(read('Cancelled by the coach, with a message', 'student')).toContain(
      'Coach Maya cancelled your lesson.\n\nCoach Maya wrote: “My daughter is ill. I am sorry!”',
    )
    expect(read('Cancelled by the coach, with a message', 'coach')).toContain('you cancelled the lesson')
    expect(read('Cancelled by the student: 50% refund', 'coach')).toContain(
      'Your share of what was not refunded is $38.25. We send it on',
    )
    expect(read('Booked and paid', 'coach')).toContain('Your share: $76.50 (the student paid $85)')
    expect(read('Booked and paid', 'student')).toMatch(
      /If you cancel: Free cancellation until .+ E[SD]T\. 50% refund until .+ E[SD]T; no refund after that\./,
    )
    expect(read('Booked with a package of five lessons', 'student')).toContain('Paid: $433.33 for 5 lessons')
  })

  test('count one as one, and say nothing about money that does not move', async () => {
    const samples = await allSamples()
    const read = (title: string, to: string) => {
      const found = samples.find((sample) => sample.title === title && sample.to === to)?.mail
      return `${found?.subject}\n${found?.text}`
    }
    expect(read('All but one were paid too late', 'student')).toMatch(/: 1 weekly lesson from /)
    expect(read('All but one were paid too late', 'coach')).toContain('$76.50 for 1 lesson\n')
    expect(read('Lessons owed', 'coach')).toContain('Your share: None: these are lessons you owe')
    expect(read('A lesson owed', 'coach')).toContain('Your share: None: it is one of the lessons you owe')
    for (const title of ['Lessons owed', 'A lesson owed', 'A demo booking'])
      expect(read(title, 'coach'), title).not.toContain('We send your share')
    expect(read('Moved by the coach', 'student')).toContain('There is nothing more to pay.')
    expect(read('Moved, paid to the coach', 'student')).not.toContain('nothing more to pay')
    expect(read('Support sends all: to the coach', 'coach')).toContain('Your share now: None')
  })

  test('use plain words', async () => {
    for (const { title, mail, sms } of await allSamples())
      expect(`${mail?.subject} ${mail?.text} ${sms}`, title).not.toMatch(
        /short game, which|changed places|reach nobody|stands\b|Is this you|leave it alone|clock ran out|first tee|lost ball|following winds|An hour of your own|whoever/i,
      )
  })
})
