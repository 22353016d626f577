import { bookPaid, signedInCoach } from './lessons.ts'
import { charlotteTime } from './now.ts'
import type { testProduct } from './product.ts'
import { beginTalk } from './talks.ts'

type Product = ReturnType<typeof testProduct>

/** A demo coach with a demo student, a paid lesson and a conversation: what prospects look at from then on. */
export async function openShowroom(product: Product) {
  const { pool } = product.database
  const morgan = await signedInCoach(product, 'Morgan Ellery')
  const drew = await product.student('Drew Demo')
  const bookingId = await bookPaid(product, drew, {
    instructorId: morgan.userId,
    start: charlotteTime(5, 10),
  })
  const conversationId = await beginTalk(drew, morgan.userId, 'See you on the tee')
  await pool.query('update profiles set is_demo = true where id = any($1)', [[morgan.userId, drew.userId]])
  await pool.query('insert into showroom_coaches (instructor_id) values ($1)', [morgan.userId])
  return { morgan, drew, bookingId, conversationId }
}

/** Signs up as a coach-to-be who only looks. */
export async function signUpProspect(product: Product, name = 'Jordan Ellis') {
  const person = product.visitor()
  const email = `${crypto.randomUUID()}@prospects.test`
  const made = await person.post('/api/prospects', {
    name,
    email,
    phone: '704 555 0152',
    password: 'fairway-seven',
  })
  if (made.status !== 201) throw new Error(`no prospect: ${made.text}`)
  return Object.assign(person, { made: made.json, email })
}
