/** A text of a machine, as it was. What scrolls has to be reached by keyboard (WCAG 2.2, 2.1.1). */
export const Code = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls.
  <pre className="code plain-text" tabIndex={0}>
    {text}
  </pre>
);
