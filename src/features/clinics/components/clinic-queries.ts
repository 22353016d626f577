import { clinicsClient } from '../client.ts'

/** One clinic with the seats that are left; never from a cache, because seats go fast. */
export const clinicQuery = (clinicId: string) => ({
  ...clinicsClient.clinic.queryOptions({ input: { clinicId } }),
  staleTime: 0,
  retry: false,
})
