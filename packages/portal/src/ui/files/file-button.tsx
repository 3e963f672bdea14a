type Props = {
  /** Words of the button, in the language of the page: a browser's own field speaks that of the browser. */
  label: string;
  accept: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true | undefined;
  onFile(file: File | undefined): void;
};

/** A button that has the browser choose a file. */
export function FileButton({ label, accept, onFile, ...aria }: Props) {
  return (
    <label className="button file-button">
      {label}
      <input
        {...aria}
        className="visually-hidden"
        type="file"
        accept={accept}
        onChange={({ target }) => {
          onFile(target.files?.[0]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </label>
  );
}
