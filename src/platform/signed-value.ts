import { createHmac, timingSafeEqual } from 'node:crypto'

/** Signs values so that they cannot be forged: for cookies whose content is not secret. */
export interface SignedValues {
  sign(value: string): string
  /** Returns the signed value; null if the signature is invalid. */
  read(signed: string | undefined): string | null
}

/** @param purpose a value signed for one purpose is invalid for another */
export function signedValues(secret: string, purpose: string): SignedValues {
  const key = createHmac('sha256', secret).update(purpose).digest()
  const markOf = (value: string) => createHmac('sha256', key).update(value).digest().subarray(0, 16)
  return {
    sign: (value) => `${value}.${markOf(value).toString('base64url')}`,
    read(signed) {
      const dot = signed?.lastIndexOf('.') ?? -1
      if (!signed || dot < 1 || signed.length > 300) return null
      const value = signed.slice(0, dot)
      const mark = Buffer.from(signed.slice(dot + 1), 'base64url')
      return mark.length === 16 && timingSafeEqual(mark, markOf(value)) ? value : null
    },
  }
}
