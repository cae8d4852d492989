import { useCallback, useEffect, useRef } from 'preact/hooks'

/**
 * Says whether the part of the page that asked is still shown. What is answered later must not move a person who has
 * gone elsewhere.
 */
export const useIsShown = (): (() => boolean) => {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return useCallback(() => isShown.current, [])
}
