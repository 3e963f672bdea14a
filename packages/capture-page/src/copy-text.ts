/** Copies what the field holds; false where the browser does not let the page, and then the text is selected for the person to copy. */
export async function copyField(field: HTMLInputElement): Promise<boolean> {
  const clipboard: Clipboard | undefined = navigator.clipboard;
  try {
    if (clipboard === undefined) throw new TypeError('no clipboard here');
    await clipboard.writeText(field.value);
    return true;
  } catch {
    field.closest('[hidden]')?.removeAttribute('hidden');
    field.focus();
    field.select();
    return copySelection();
  }
}

// Old browsers and pages in a frame know only this way; where it is gone, the selection stays.
function copySelection(): boolean {
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
