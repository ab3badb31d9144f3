// The browser that pages are tested in: Debian's Chromium, where it is installed.
import { existsSync } from 'node:fs'

/** The one without windows takes a fifth of the processor time to start. */
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

const found = paths.find((path) => existsSync(path))

export const hasChromium = found !== undefined

export const chromiumPath = found ?? ''

/** How long a page may take for anything that is waited for, ms. */
export const pagePatienceMs = 120_000
