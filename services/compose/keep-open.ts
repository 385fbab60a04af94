// Keeps a service open: when its embedded store is damaged, this file closes the service and opens a new one, which
// repairs the store (lib/store/repair.ts). The service must be a new one, because the api and the projector of the
// old one have data of the damaged store in memory.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ComposeOptions, Service } from '../compose.ts'
import { describeFullDisk } from '../lib/run/disk-space.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'

export interface RepairingServiceOptions extends Omit<
  ComposeOptions,
  'lifecycle' | 'onStoreDamaged'
> {
  readonly open: (options: ComposeOptions & { readonly lifecycle: Lifecycle }) => Promise<Service>
  readonly createLifecycle: () => Lifecycle
  /** Called when the service is open again. */
  readonly onReopened: (service: Service) => void
}

export interface RepairingService {
  /** Resolves when the service is open for the first time; rejects if it does not open. */
  readonly opened: Promise<Service>
  readonly isStopping: () => boolean
  /** The names of the parts that are being opened or closed now. */
  readonly pending: () => readonly string[]
  /** Stops the service, even while it is still starting. */
  stop(): Promise<void>
}

const diskCheckMs = 500

export function openRepairingService(options: RepairingServiceOptions): RepairingService {
  const { open, createLifecycle, config, logger, onFatal, onReopened } = options
  const stopping = new AbortController()
  let lifecycle = createLifecycle()
  let isOpen = false
  let isDamaged = false
  let reopening: Promise<void> = Promise.resolve()

  function onStoreDamaged(found: string): void {
    logger.error({ found }, 'the store is damaged: the service starts again and repairs it')
    isDamaged = true
    if (isOpen) reopening = reopenService()
    else void lifecycle.stop()
  }

  /** Opens the service. If its store is found to be damaged while it opens, closes the service and opens a new one. */
  async function openUndamagedService(): Promise<Service> {
    for (;;) {
      isDamaged = false
      const current = lifecycle
      try {
        const service = await open({
          ...options,
          lifecycle: current,
          onStoreDamaged,
          onFatal: (error) => {
            if (!current.isStopping()) onFatal(error)
          },
        })
        isOpen = !isDamaged
        if (isOpen) return service
      } catch (error) {
        if (!isDamaged || stopping.signal.aborted) throw error
      }
      await closeWhenDiskHasSpace()
    }
  }

  /**
   * Waits until the disk has free space, without which the service would not open again, and then closes the
   * service.
   */
  async function closeWhenDiskHasSpace(): Promise<void> {
    const { signal } = stopping
    while (!signal.aborted && (await describeFullDisk(config.dataDir)) !== null)
      await sleep(diskCheckMs, undefined, { signal }).catch(() => undefined)
    await lifecycle.stop()
    signal.throwIfAborted()
    lifecycle = createLifecycle()
  }

  async function reopenService(): Promise<void> {
    isOpen = false
    try {
      await closeWhenDiskHasSpace()
      onReopened(await openUndamagedService())
    } catch (error) {
      if (!stopping.signal.aborted)
        onFatal(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return {
    opened: openUndamagedService(),
    isStopping: () => stopping.signal.aborted,
    pending: () => lifecycle.pending(),
    async stop() {
      stopping.abort()
      await lifecycle.stop()
      await reopening
    },
  }
}
