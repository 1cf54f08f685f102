import type { JsonCodes, JsonEvent, JsonScanner } from '../../shared/jsonScanner';
import type { CooperativeTask } from './cooperativeTask';

/** Number of character codes to scan before yielding, which takes less than a millisecond. */
const pieceLength = 32 * 1024;

export function codeUnits(text: string): Uint16Array {
	const bytes = Buffer.allocUnsafeSlow(2 * text.length);
	bytes.write(text, 'utf16le');
	return new Uint16Array(bytes.buffer);
}

export function beginPieces(scanner: JsonScanner, codes: JsonCodes, start: number): void {
	scanner.push(codes.subarray(start, start + pieceLength), start);
}

/**
 * Scans the text piece by piece and yields before each piece. Returns `more` if the text ends without an event or the
 * task is interrupted.
 */
export function* eventInNextPiece(scanner: JsonScanner, codes: JsonCodes): CooperativeTask<JsonEvent> {
	while (scanner.at < codes.length) {
		if (yield) {
			return 'more';
		}
		scanner.push(codes.subarray(scanner.at, scanner.at + pieceLength));
		const event = scanner.next();
		if (event !== 'more') {
			return event;
		}
	}
	return scanner.finish();
}
