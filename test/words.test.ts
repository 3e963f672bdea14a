import { describe, expect, test } from 'vitest';
import { read, tracked } from './sources.ts';

const roomReadmes = tracked.filter((file) => /^packages\/[a-z-]+\/src\/.+\/README\.md$/.test(file));

describe('the READMEs of rooms', () => {
  test('name files and rooms that are there', () => {
    const wrong = roomReadmes.flatMap((file) => {
      const named = [...read(file).matchAll(/`([a-z0-9./-]+(?:\.ts|\/))`/g)].map(([, name]) => name ?? '');
      return named
        .filter((name) => {
          const path = new URL(name, `file:///${file}`).pathname.slice(1);
          return !tracked.some((other) => other === path || (path.endsWith('/') && other.startsWith(path)));
        })
        .map((name) => `${file}: ${name}`);
    });
    expect(roomReadmes.length).toBeGreaterThan(100);
    expect(wrong).toEqual([]);
  });
});
