import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { type CardField, cardBrand, formatCvc, formatExpiry, groupCardNumber } from '../card.ts'

/**
 * Three inputs that write themselves as a card does. They belong to the page, not to React's state: what was typed or
 * filled in before the scripts arrived stays.
 */
export function useCardInputs() {
  const number = useRef<HTMLInputElement>(null)
  const expiry = useRef<HTMLInputElement>(null)
  const cvc = useRef<HTMLInputElement>(null)
  const [brand, setBrand] = useState<string | null>(null)

  const fill = useCallback((card: Record<CardField, string>) => {
    if (number.current) number.current.value = groupCardNumber(card.number)
    if (expiry.current) expiry.current.value = formatExpiry(card.expiry)
    if (cvc.current) cvc.current.value = formatCvc(card.cvc)
    setBrand(cardBrand(card.number))
  }, [])
  const read = useCallback(
    (): Record<CardField, string> => ({
      number: number.current?.value ?? '',
      expiry: expiry.current?.value ?? '',
      cvc: cvc.current?.value ?? '',
    }),
    [],
  )
  useEffect(() => fill(read()), [fill, read])

  return {
    brand,
    fill,
    read,
    focus: (field: CardField) => ({ number, expiry, cvc })[field].current?.focus(),
    number: {
      ref: number,
      onInput: (event: FormEvent<HTMLInputElement>) => {
        rewrite(event.currentTarget, groupCardNumber)
        setBrand(cardBrand(event.currentTarget.value))
      },
    },
    expiry: {
      ref: expiry,
      onInput: (event: FormEvent<HTMLInputElement>) =>
        rewrite(event.currentTarget, isDeletion(event) ? withoutDanglingSlash : formatExpiry),
    },
    cvc: {
      ref: cvc,
      onInput: (event: FormEvent<HTMLInputElement>) => rewrite(event.currentTarget, formatCvc),
    },
  }
}

/** Writes the text as it should be and keeps the caret behind the digit it stood behind. */
function rewrite(input: HTMLInputElement, format: (text: string) => string) {
  const typed = input.value
  const shown = format(typed)
  if (shown === typed) return
  const caret = input.selectionStart ?? typed.length
  const atEnd = caret === typed.length
  const digitsBefore = typed.slice(0, caret).replaceAll(/\D/g, '').length
  input.value = shown
  const place = atEnd ? shown.length : placeBehind(shown, digitsBefore)
  input.setSelectionRange(place, place)
}

function placeBehind(text: string, digits: number): number {
  let seen = 0
  for (const [place, sign] of [...text].entries()) {
    if (seen === digits) return place
    if (/\d/.test(sign)) seen++
  }
  return text.length
}

/** Deleting backwards over ` / ` takes the digit before it along; else the slash would come back for ever. */
const withoutDanglingSlash = (text: string) => {
  const month = /^(\d{2}) ?\/? ?$/.exec(text)?.[1]
  return month && text.length > 2 ? month.slice(0, 1) : text
}

const isDeletion = (event: FormEvent) =>
  event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType.startsWith('delete')
