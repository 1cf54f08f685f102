import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import { throwIfAborted } from '../../core/common/cancellation';
import { encodingLabels } from '../../core/records/read/form/encodingLabels';
import { unicodeEncoding } from '../../core/records/read/form/unicodeEncoding';
import type { Terminal } from '../options/terminal';
import { UsageError } from '../options/usageError';

/** Maximum size of a text that is read into memory. */
const maxBytes = 64 * 1024 * 1024;
/** Number of bytes used for detecting the encoding. */
const headBytes = 64 * 1024;

interface TypedText {
	readonly text: string;
	/** Whether the text is longer than `maxBytes`, so that only its beginning was read. */
	readonly cut: boolean;
}

/**
 * Reads a file, or standard input if the path is `-` or undefined.
 * @throws UsageError if the file can't be read, or if standard input is a terminal and no path is given
 */
export async function readText(
	path: string | undefined,
	{ stdin, cwd }: Pick<Terminal, 'stdin' | 'cwd'>,
	signal: AbortSignal,
): Promise<TypedText> {
	if (path === undefined && stdin.isTTY) {
		throw new UsageError('Specify a file, or pass the text to standard input.');
	}
	const isInput = path === undefined || path === '-';
	const pieces: Buffer[] = [];
	let bytes = 0;
	try {
		const stream = isInput ? stdin : createReadStream(resolve(cwd, path));
		for await (const piece of addAbortSignal(signal, stream)) {
			pieces.push(Buffer.from(piece));
			bytes += piece.length;
			if (bytes > maxBytes) {
				break;
			}
		}
	} catch (error) {
		throwIfAborted(signal);
		throw error instanceof Error && 'code' in error ? new UsageError(`Can't read ${path}.`) : error;
	}
	return { text: decode(Buffer.concat(pieces).subarray(0, maxBytes)), cut: bytes > maxBytes };
}

function decode(bytes: Buffer): string {
	const encoding = unicodeEncoding(bytes.subarray(0, headBytes), []) ?? 'windows1252';
	return new TextDecoder(encodingLabels[encoding]).decode(bytes);
}
