// Slots that networks share: each network gets at most half of them, so that one client cannot take them all.

export interface Shares {
  /** False where all slots are taken, or the network has its half. */
  readonly take: (network: string) => boolean
  readonly leave: (network: string) => void
}

export function createShares(slotsMax: number): Shares {
  const ofOneMax = Math.max(1, Math.floor(slotsMax / 2))
  const ofNetworks = new Map<string, number>()
  let taken = 0
  return {
    take: (network) => {
      const own = ofNetworks.get(network) ?? 0
      if (taken >= slotsMax || own >= ofOneMax) return false
      taken += 1
      ofNetworks.set(network, own + 1)
      return true
    },
    leave: (network) => {
      const own = ofNetworks.get(network) ?? 0
      taken -= 1
      if (own > 1) ofNetworks.set(network, own - 1)
      else ofNetworks.delete(network)
    },
  }
}
