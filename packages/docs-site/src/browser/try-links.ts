/** Adds a link to each operation that a running service can be asked for from a page; the files on another host know of none. */
export async function addTryLinks(root: string): Promise<void> {
  const operations = document.querySelectorAll('.api .operation[id]');
  if (operations.length === 0) return;
  const answer = await fetch(new URL(`${root}try.json`, location.href));
  if (!answer.ok) return;
  const { address } = (await answer.json()) as { address: string | null };
  if (address === null) return;
  for (const operation of operations) {
    const needsToken = operation.querySelector('.access code');
    if (!needsToken) continue;
    const link = document.createElement('a');
    link.href = `${address}#${operation.id}`;
    link.target = 'titular-try';
    link.textContent = 'Try it';
    const line = document.createElement('p');
    line.className = 'access';
    line.append(link);
    operation.querySelector('.access')?.after(line);
  }
}
