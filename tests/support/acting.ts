import type { testProduct, Visitor } from './product.ts'

type Product = ReturnType<typeof testProduct>

/**
 * From here on a person's session is that of an admin who acts as them, as the server will build it. @returns ends it
 */
export function actAs(product: Product, person: Visitor, adminId: string): () => void {
  const { sessions } = product.services
  const find = sessions.findActor
  sessions.findActor = async (headers) => {
    const actor = await find(headers)
    return actor && headers.get('cookie') === person.cookie
      ? { ...actor, impersonatedBy: adminId, mayAct: true }
      : actor
  }
  return () => {
    sessions.findActor = find
  }
}
