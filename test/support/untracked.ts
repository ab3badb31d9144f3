// node:test follows every promise, to know whose it is what nobody catches and what declares further tests: a quarter of the CPU
// time of tests over HTTP. Here it does so only while tests are declared. What nobody catches later fails its process all the same.
// This has to be loaded before node:test is.
import asyncHooks, { type AsyncHook, type HookCallbacks } from 'node:async_hooks'

const { createHook } = asyncHooks
const hooks: AsyncHook[] = []

Object.assign(asyncHooks, {
  createHook: (callbacks: HookCallbacks) => {
    // To hear of the end of each promise costs more than to hear of its beginning; what is noted of it ends with the process
    const hook = createHook(Object.assign({}, callbacks, { destroy: undefined }))
    hooks.push(hook)
    return hook
  },
})

export function track(isTracked: boolean): void {
  for (const hook of hooks)
    if (isTracked) hook.enable()
    else hook.disable()
}
