/** The product's sign and name. */
export const Logo = () => (
  <span className="logo">
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="9" className="logo-plate" />
      <g className="logo-strokes">
        <rect x="6" y="9" width="20" height="14" rx="3" />
        <path d="M10.5 16.2l3.2 3.2 7.6-7" />
      </g>
    </svg>
    titular
  </span>
);
