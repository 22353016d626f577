import type { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readProblem } from '#platform/api-problem.ts'
import { toast } from '#ui/toast.tsx'
import { templatesClient } from '../client.ts'
import type { TemplateChannel } from '../template-settings.ts'

export const templateListQuery = (channel: TemplateChannel) =>
  templatesClient.list.queryOptions({ input: { channel } })

export const templateQuery = (channel: TemplateChannel, templateKey: string) =>
  templatesClient.find.queryOptions({ input: { channel, templateKey } })

export const siteSettingsQuery = templatesClient.settings.queryOptions()

/** What a failure says: the server's words, or ours where it wrote none. */
export const errorText = (error: unknown, fixed: string): string => readProblem(error).message ?? fixed

/** Says in a toast, once, that something could not be loaded. */
export function useFailureToast(query: Pick<ReturnType<typeof useQuery>, 'isError'>, fixed: string): void {
  const { isError } = query
  useEffect(() => {
    if (isError) toast.error(fixed)
  }, [isError, fixed])
}

/** A value that follows another one after a pause in its changes. @param ms how long the pause is */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
