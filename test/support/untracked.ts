// node:test follows every promise, to know whose it is what nobody catches and what declares further tests: a quarter of the CPU
// time of tests over HTTP. Here it does so only while tests are declared. What nobody catches later fails its process all the same.
// This has to be loaded before node:test is.
import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks'

const { createHook } = asyncHooks
const hooks: AsyncHook[] = []
/** For each hook: its notes of what began while a file was declared are removed. */
const forgetting: (() => void)[] = []

Object.assign(asyncHooks, {
  createHook: (callbacks: HookCallbacks) => {
    const begun: number[] = []
    // To hear of the end of each promise costs more than to hear of its beginning
    const hook = createHook(
      Object.assign({}, callbacks, {
        destroy: undefined,
        init: (...about: Parameters<NonNullable<HookCallbacks['init']>>) => {
          begun.push(about[0])
          callbacks.init?.(...about)
        },
      }),
    )
    hooks.push(hook)
    forgetting.push(() => {
      for (const id of begun.splice(0)) callbacks.destroy?.(id)
    })
    return hook
  },
})

/** Once a file is over: notes of its tests would keep all that their functions hold. */
export function forget(): void {
  for (const remove of forgetting) remove()
}

export function track(isTracked: boolean): void {
  for (const hook of hooks)
    if (isTracked) hook.enable()
    else hook.disable()
}
