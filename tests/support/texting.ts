import type { Answer, testProduct, Visitor } from './product.ts'

type Product = ReturnType<typeof testProduct>

const put = (person: Visitor, body: object) => person.put('/api/text-consent', body)

/** The code that was texted to a number last. */
export async function codeTextedTo(product: Product, phone: string): Promise<string> {
  const { rows } = await product.database.pool.query<{ body_text: string }>(
    `select body_text from local_vendor.outbox where channel = 'sms' and recipient = $1 and body_text like '%Greenside code%'
     order by created_at desc limit 1`,
    [phone],
  )
  const code = /^\d{6}/.exec(rows[0]?.body_text ?? '')?.[0]
  if (!code) throw new Error(`no code was texted to ${phone}`)
  return code
}

/** Says yes to texts as people do: asks for a code, reads it from the phone and enters it. @param phone E.164 */
export async function agreeToTexts(product: Product, person: Visitor, phone: string): Promise<Answer> {
  const asked = await person.post('/api/text-consent/code')
  if (asked.status !== 201) return asked
  return await put(person, { agrees: true, code: await codeTextedTo(product, phone) })
}

/** Enters a code. */
export const enterTextCode = (person: Visitor, code: string) => put(person, { agrees: true, code })

/** Says no to texts. */
export const refuseTexts = (person: Visitor) => put(person, { agrees: false })
