// Loads the data of a part of a page. A reload keeps what is shown until the new data is there.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'

export interface Loaded<T> {
  /** Null until the first answer. */
  readonly data: T | null
  /** Of the last attempt; null if it succeeded. */
  readonly error: unknown
  readonly isLoading: boolean
  readonly reload: () => void
  /** Changes the data, for example by a message of the stream. Has no effect before the first answer. */
  readonly update: (change: (data: T) => T) => void
}

interface State<T> {
  readonly key: string
  readonly data: T | null
  readonly error: unknown
  readonly isLoading: boolean
}

/** `key` identifies what is loaded: with another key, the old data is dropped. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const empty: State<T> = { key, data: null, error: null, isLoading: true }
  const [stored, setState] = useState(empty)
  const state = stored.key === key ? stored : empty
  const reload = useRef(() => {})
  useEffect(() => {
    const abort = new AbortController()
    const change = (changes: Partial<State<T>>): void =>
      setState((now) => ({ ...(now.key === key ? now : empty), ...changes }))
    let begun = 0
    let newest = 0
    // earlier requests continue; an answer is ignored if that of a later request has arrived
    reload.current = () => {
      const attempt = (begun += 1)
      const end = (changes: Partial<State<T>>): void => {
        if (abort.signal.aborted || attempt < newest) return
        newest = attempt
        change({ ...changes, isLoading: attempt < begun })
      }
      change({ isLoading: true })
      load(abort.signal).then(
        (data) => end({ data, error: null }),
        (error: unknown) => end({ error }),
      )
    }
    reload.current()
    return () => abort.abort()
  }, [key])
  const update = useCallback(
    (change: (data: T) => T) =>
      setState((now) =>
        now.key !== key || now.data === null ? now : { ...now, data: change(now.data) },
      ),
    [key],
  )
  return { ...state, reload: () => reload.current(), update }
}
