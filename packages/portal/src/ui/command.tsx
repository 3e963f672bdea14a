import { CopyButton } from './secrets/copy-button.tsx';

/** A command to type on the machine that runs the service, with a button that copies it. */
export const Command = ({ text }: { text: string }) => (
  <div className="command">
    <code className="mono">{text}</code>
    <CopyButton text={text} />
  </div>
);
