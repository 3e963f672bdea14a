/** Loads native code with the smallest net in this process, writes nothing, and throws unless it gives the known answers. */
export async function proveNativeEngine(): Promise<void> {
  // Loaded only here: whoever asks for anything else of faces needs no nets.
  const { openNets } = await import('../nets/open-nets.ts');
  await openNets({ runtime: 'native', names: ['landmarks'] });
}
