/** `orders.asl.json` → `orders`: what a workflow is called when its text does not say. */
export function baseName(fileName: string): string {
  const name = fileName.split(/[\\/]/).at(-1) ?? fileName;
  return name.replace(/\.(?:json|ya?ml)$/i, '').replace(/\.(?:asl|failpath)$/i, '') || name;
}

/** `orders.asl.json` → `orders.asl.failpath.yaml`: the file beside it that keeps what the engine cannot say. */
export function sidecarName(fileName: string): string {
  return `${fileName.replace(/\.(?:json|ya?ml)$/i, '')}.failpath.yaml`;
}
