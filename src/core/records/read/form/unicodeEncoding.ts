import { isUtf8 } from 'node:buffer';
import type { Encoding } from '../../../../shared/results';

type Unicode = Extract<Encoding, `utf${string}`>;

export function unicodeEncoding(head: Buffer, more: readonly Buffer[]): Unicode | undefined {
	if (head[0] === 0xff && head[1] === 0xfe) {
		return 'utf16le';
	}
	if (head[0] === 0xfe && head[1] === 0xff) {
		return 'utf16be';
	}
	const [first, second] = zeroBytes(head);
	// Column names consist mostly of ASCII characters. In UTF-16, half the bytes of such text are 0.
	if (first + second > head.length / 4) {
		return second > 4 * first ? 'utf16le' : first > 4 * second ? 'utf16be' : 'utf8';
	}
	const samples = [head, ...more];
	return samples.every((sample) => isUtf8(sample)) || areMostlyUtf8(samples) ? 'utf8' : undefined;
}

function zeroBytes(head: Buffer): readonly [number, number] {
	const zeros: [number, number] = [0, 0];
	for (let at = head.indexOf(0); at !== -1; at = head.indexOf(0, at + 1)) {
		zeros[at & 1 ? 1 : 0]++;
	}
	return zeros;
}

/**
 * Returns true if most multi-byte sequences are valid. Text in other encodings rarely contains valid sequences, but a
 * UTF-8 file may contain invalid bytes.
 */
function areMostlyUtf8(samples: readonly Buffer[]): boolean {
	let balance = 0;
	for (const sample of samples) {
		const text = new TextDecoder().decode(sample);
		// A combining character without a letter before it suggests another encoding.
		balance += count(text, /[^\p{ASCII}\p{M}\ufffd]/gu) - count(text, /\ufffd/g);
	}
	return balance >= 0;
}

function count(text: string, pattern: RegExp): number {
	return text.match(pattern)?.length ?? 0;
}
