import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an image failed to load, including before hydration. */
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
