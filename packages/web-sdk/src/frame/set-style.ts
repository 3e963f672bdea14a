/** Sets styles by the object model, which no policy of the shop's page forbids (CSP, section 8.2). */
export function setStyle(element: HTMLElement, style: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, style);
}
