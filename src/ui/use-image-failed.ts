import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an image could not be loaded, also when it failed before scripts were there to hear of it. */
export function useImageFailed(src: string | undefined): {
  failed: boolean
  ref: RefObject<HTMLImageElement | null>
  onError: () => void
} {
  const ref = useRef<HTMLImageElement>(null)
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  useEffect(() => {
    const image = ref.current
    if (src && image?.complete && image.naturalWidth === 0) setFailedSrc(src)
  }, [src])
  return { failed: src !== undefined && failedSrc === src, ref, onError: () => setFailedSrc(src ?? null) }
}
