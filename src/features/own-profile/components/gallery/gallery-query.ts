import { ownProfileClient } from '../../client.ts'

/** A coach's own gallery and portrait. */
export const galleryQuery = ownProfileClient.gallery.queryOptions({ staleTime: 0, retry: false })
