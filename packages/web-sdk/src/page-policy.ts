type Policy = { allowsFeature(feature: string, origin?: string): boolean };

const policyOf = (holder: object): Policy | undefined => {
  const { permissionsPolicy, featurePolicy } = holder as Partial<
    Record<'permissionsPolicy' | 'featurePolicy', Policy>
  >;
  return permissionsPolicy ?? featurePolicy;
};

/** Whether the page's own Permissions-Policy leaves it a camera; undefined where the browser does not tell. */
export const cameraPolicyOfPage = (): boolean | undefined => policyOf(document)?.allowsFeature('camera');

/** Whether the page and the frame's `allow` together leave the frame's origin a camera; undefined where the browser does not tell. */
export const cameraPolicyOf = (frame: HTMLIFrameElement, origin: string): boolean | undefined =>
  policyOf(frame)?.allowsFeature('camera', origin);
