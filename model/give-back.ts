/**
 * Gives the memory of a chunk back at once, where the chunk is all of it; nobody can read it afterwards. A large upload
 * leaves a hundred megabytes of chunks behind, and to find each of them unused the collector walks through all objects
 * of the process several times.
 */
export function giveBack({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached && buffer.byteLength === byteLength)
    buffer.transfer(0)
}
