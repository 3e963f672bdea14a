import { encodeQR } from 'qr';
import { svg } from './icons.ts';

/** Modules of light that a reader needs around the code (ISO/IEC 18004, section 6.3.8). */
const quietModules = 4;

/** Draws the text as a QR code, dark on light in every colour scheme; who shows it gives it a name. */
export function drawQr(text: string): SVGElement {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: quietModules });
  const size = String(rows.length);
  const dark = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return svg(
    'svg',
    { viewBox: `0 0 ${size} ${size}`, class: 'qr', role: 'img', 'shape-rendering': 'crispEdges' },
    svg('rect', { width: size, height: size, fill: '#ffffff' }),
    svg('path', { d: dark.join(''), fill: '#000000' }),
  );
}
