// The browser that pages are tested in: Debian's Chromium, where it is installed.
import { existsSync } from 'node:fs'

export const chromiumPath = '/usr/bin/chromium'

export const hasChromium = existsSync(chromiumPath)
