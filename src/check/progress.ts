// Shows the topic being checked in one line of the terminal, which is cleared before other output is printed.

interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

export interface Progress {
  readonly show: (topic: string) => void
  readonly clear: () => void
}

const clearedLine = '\r\u001B[K'

/** Shows nothing where the output is no terminal, but a file or a pipe. */
export function createProgress(terminal: Terminal): Progress {
  if (terminal.isTTY !== true) return { show: () => {}, clear: () => {} }
  let timer: NodeJS.Timeout | null = null
  const clear = () => {
    if (timer === null) return
    clearInterval(timer)
    timer = null
    terminal.write(clearedLine)
  }
  return {
    clear,
    show: (topic) => {
      clear()
      const began = performance.now()
      const write = () => {
        const seconds = Math.floor((performance.now() - began) / 1000)
        const text = `  … ${topic}${seconds > 0 ? `, ${seconds} s` : ''}`
        terminal.write(clearedLine + text.slice(0, (terminal.columns ?? 80) - 1))
      }
      timer = setInterval(write, 1000).unref()
      write()
    },
  }
}
