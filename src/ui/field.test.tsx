import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Field } from './field.tsx'
import { Input } from './input.tsx'
import { Select } from './select.tsx'

const attribute = (html: string, tag: string, name: string) =>
  html.match(new RegExp(`<${tag}[^>]* ${name}="([^"]*)"`))?.[1]

describe('a field', () => {
  test('labels its control: the label points at the input', () => {
    const html = renderToString(
      <Field label="Email">
        <Input type="email" />
      </Field>,
    )
    expect(attribute(html, 'input', 'id')).toBeTruthy()
    expect(attribute(html, 'label', 'for')).toBe(attribute(html, 'input', 'id'))
    expect(attribute(html, 'input', 'aria-invalid')).toBeUndefined()
    expect(attribute(html, 'input', 'aria-describedby')).toBeUndefined()
  })

  test('describes its control with hint and error, and marks it invalid', () => {
    const html = renderToString(
      <Field label="Email" hint="For the confirmation" error="Enter an address">
        <Input aria-describedby="more" />
      </Field>,
    )
    const ids = attribute(html, 'input', 'aria-describedby')?.split(' ') ?? []
    expect(ids).toHaveLength(3)
    expect(ids[0]).toBe('more')
    for (const id of ids.slice(1)) expect(html).toContain(`id="${id}"`)
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
  })

  test('does the same for a select, and marks it required', () => {
    const html = renderToString(
      <Field label="Length" required>
        <Select options={[{ value: '60', label: '60 minutes' }]} />
      </Field>,
    )
    expect(attribute(html, 'label', 'for')).toBe(attribute(html, 'select', 'id'))
    expect(attribute(html, 'select', 'aria-required')).toBe('true')
  })

  test("keeps a control's own id", () => {
    const html = renderToString(<Input id="zip" />)
    expect(attribute(html, 'input', 'id')).toBe('zip')
  })
})
