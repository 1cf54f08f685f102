import type { FileForm } from '../../../shared/results';
import { throwIfAborted } from '../../common/cancellation';
import type { ReadableFile } from '../../files/readableFile';
import { encodingLabels } from './form/encodingLabels';
import { offsetOfLine } from './form/headerOffset';
import { PlainQuotes } from './plainQuotes';
import { TemporaryCopy } from './temporaryCopy';

const chunkBytes = 256 * 1024;

export function needsCopy({ encoding, backslashEscapes, spacedQuotes }: FileForm): boolean {
	return encoding !== 'utf8' || backslashEscapes === true || spacedQuotes === true;
}

/**
 * Copies a file as UTF-8 with quotes as in RFC 4180 and without the lines above the header. The file stays open.
 * @throws AppError `disk` if the temporary file can't be created or written, or `cancelled`
 */
export async function copyPlain(
	original: Pick<ReadableFile, 'read'>,
	form: FileForm,
	signal?: AbortSignal,
): Promise<TemporaryCopy> {
	const copy = await TemporaryCopy.empty();
	try {
		await rewrite(original, form, copy, signal);
		return copy;
	} catch (error) {
		await copy[Symbol.asyncDispose]();
		throw error;
	}
}

async function rewrite(
	original: Pick<ReadableFile, 'read'>,
	form: FileForm,
	copy: TemporaryCopy,
	signal: AbortSignal | undefined,
): Promise<void> {
	const { encoding, headerLine = 1, backslashEscapes = false, spacedQuotes = false } = form;
	const decoder = new TextDecoder(encodingLabels[encoding]);
	const quotes = backslashEscapes || spacedQuotes ? new PlainQuotes(form) : undefined;
	const buffer = Buffer.allocUnsafeSlow(chunkBytes);
	for (let offset = 0; ; ) {
		const { bytesRead } = await original.read(buffer, 0, chunkBytes, offset);
		signal && throwIfAborted(signal);
		const text = decoder.decode(buffer.subarray(0, bytesRead), { stream: bytesRead > 0 });
		const rest =
			offset === 0 ? Buffer.from(text).subarray(offsetOfLine(Buffer.from(text), headerLine)) : Buffer.from(text);
		await copy.append(quotes ? quotes.rewrite(rest, bytesRead === 0) : rest);
		offset += bytesRead;
		if (bytesRead === 0) {
			return;
		}
	}
}
