// Places that networks share: none has more than half of them, so that no client takes them all from the others.

export interface Shares {
  /** False where all places are taken, or the network has its half. */
  readonly take: (network: string) => boolean
  readonly leave: (network: string) => void
}

export function createShares(placesMax: number): Shares {
  const ofOneMax = Math.max(1, Math.floor(placesMax / 2))
  const ofNetworks = new Map<string, number>()
  let taken = 0
  return {
    take: (network) => {
      const own = ofNetworks.get(network) ?? 0
      if (taken >= placesMax || own >= ofOneMax) return false
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
