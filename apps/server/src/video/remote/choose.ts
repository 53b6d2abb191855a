/** Which media node has the picture of a machine: each edge finds the same without asking. */

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // Names of nodes differ in their last letters: the bits are mixed once more.
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** All nodes, the best first (rendezvous hashing): when a node goes, only its own machines move. */
export function nodesFor(machineId: number, nodes: readonly string[]): string[] {
  return nodes
    .map((node) => ({ node, weight: hashOf(`${machineId} ${node}`) }))
    .toSorted((one, other) => other.weight - one.weight || (one.node < other.node ? -1 : 1))
    .map(({ node }) => node);
}
