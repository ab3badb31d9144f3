// The browser that pages are tested in: Debian's Chromium, where it is installed.
import { existsSync } from 'node:fs'

export const chromiumPath = '/usr/bin/chromium'

export const hasChromium = existsSync(chromiumPath)

/** How long a page may take for anything that is waited for, ms. */
export const pagePatienceMs = 120_000
