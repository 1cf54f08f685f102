import { JsonScanner } from '../../shared/jsonScanner';
import { AppError } from '../common/errors';
import { codeUnits } from '../common/jsonPieces';
import { isObject, parseJson } from '../common/parseJson';
import { refusalWithin } from './refusal';

const maxTailBytes = 64 * 1024;

const maxRowBytes = 16 * 1024 * 1024;

/**
 * Maximum number of cells and brackets in a row. It limits memory usage, because parsed cells use more memory than
 * their text.
 */
const maxCells = 100_000;

const maxOtherLines = 100_000;

/** Approximate memory overhead of a row and of each of its cells, in bytes. */
const bytesOfRow = 64;
const bytesOfCell = 24;

const newline = 0x0a;

interface ResultLimits {
	readonly maxRows: number;
	/** Maximum size of the decompressed response, in bytes, including the memory overhead of its rows. */
	readonly maxBytes: number;
}

/** Parses JSONCompact. If the response doesn't end with the correct row count, it is incomplete, even with HTTP 200. */
export class IncrementalResultParser {
	private phase: 'head' | 'start' | 'rows' | 'tail' = 'head';
	/** Buffer for an incomplete line. Chunks are appended to it, because they can be as small as one byte. */
	private waiting = Buffer.alloc(0);
	private waitingBytes = 0;
	private tail = '';
	private head = '';
	private count = 0;
	private lines = 0;
	private bytesLeft: number;

	constructor(
		private readonly limits: ResultLimits,
		private readonly password: string,
	) {
		this.bytesLeft = limits.maxBytes;
	}

	/** Adds a chunk and returns the rows that are now complete. Throws `databaseTooMuch` if a limit is exceeded. */
	push(chunk: Uint8Array): string[][] {
		this.use(chunk.length);
		const rows: string[][] = [];
		let start = 0;
		for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
			this.line(this.takeWaiting(chunk.subarray(start, end)), rows);
			start = end + 1;
		}
		if (start < chunk.length) {
			this.wait(chunk.subarray(start));
		}
		return rows;
	}

	/** Completes the result. Throws the error that the server reported, or `databaseAnswer` if rows are missing. */
	end(): void {
		this.toTail(this.takeWaiting(new Uint8Array()));
		this.throwIfReported();
		if (this.phase !== 'tail' || this.reportedRows() !== this.count) {
			throw new AppError({ kind: 'databaseAnswer', fault: this.phase === 'head' ? 'notDatabase' : 'cut' });
		}
	}

	throwIfReported(): void {
		const reported = refusalWithin(this.phase === 'head' ? this.head + this.tail : this.tail, this.password);
		if (reported) {
			throw reported;
		}
	}

	private line(text: string, rows: string[][]): void {
		if (++this.lines > this.limits.maxRows + maxOtherLines) {
			throw this.tooMuch();
		}
		const line = text.trim();
		switch (this.phase) {
			case 'head':
				if (line === '"data":') {
					this.phase = 'start';
				} else if (this.head.length < maxTailBytes) {
					this.head += `${text}\n`;
				}
				return;
			case 'start':
				this.phase = line === '[' ? 'rows' : 'tail';
				this.toTail(line === '[' ? '' : text);
				return;
			case 'rows':
				if (line === '' && this.tail === '') {
					return;
				}
				if (line === '],') {
					this.phase = 'tail';
					return;
				}
				this.row(line, rows);
				return;
			case 'tail':
				this.toTail(`${text}\n`);
		}
	}

	private row(line: string, rows: string[][]): void {
		const cells = this.tail === '' ? readCells(line) : undefined;
		if (!cells) {
			// A line that is not a row contains an error message from the server.
			this.toTail(`${line}\n`);
			return;
		}
		this.count++;
		if (this.count > this.limits.maxRows) {
			throw new AppError({ kind: 'databaseTooMuch', limit: 'rows', words: '' });
		}
		this.use(bytesOfRow + bytesOfCell * cells.length);
		rows.push(cells);
	}

	private wait(bytes: Uint8Array): void {
		const end = this.waitingBytes + bytes.length;
		if (end > maxRowBytes) {
			throw this.tooMuch();
		}
		if (end > this.waiting.length) {
			const grown = Buffer.alloc(Math.min(maxRowBytes, 2 * end));
			this.waiting.copy(grown, 0, 0, this.waitingBytes);
			this.waiting = grown;
		}
		this.waiting.set(bytes, this.waitingBytes);
		this.waitingBytes = end;
	}

	private takeWaiting(last: Uint8Array): string {
		if (this.waitingBytes === 0) {
			return Buffer.from(last.buffer, last.byteOffset, last.byteLength).toString('utf8');
		}
		this.wait(last);
		const text = this.waiting.toString('utf8', 0, this.waitingBytes);
		this.waitingBytes = 0;
		return text;
	}

	private use(bytes: number): void {
		this.bytesLeft -= bytes;
		if (this.bytesLeft < 0) {
			throw this.tooMuch();
		}
	}

	private tooMuch(): AppError {
		return this.phase === 'head'
			? new AppError({ kind: 'databaseAnswer', fault: 'notDatabase' })
			: new AppError({ kind: 'databaseTooMuch', limit: 'bytes', words: '' });
	}

	/**
	 * Appends text and keeps only the end. The text is truncated only at twice the required length, because truncating
	 * copies it.
	 */
	private toTail(text: string): void {
		const tail = this.tail + text;
		this.tail = tail.length > 2 * maxTailBytes ? tail.slice(-maxTailBytes) : tail;
	}

	private reportedRows(): number | undefined {
		const end = parseJson(`{${this.tail}`);
		const { rows, exception } = isObject(end) ? end : {};
		return exception === undefined && typeof rows === 'number' ? rows : undefined;
	}
}

function readCells(line: string): string[] | undefined {
	if (line.length > maxCells && hasTooManyCells(line)) {
		throw new AppError({ kind: 'databaseAnswer', fault: 'malformed' });
	}
	const cells = parseJson(line.endsWith(',') ? line.slice(0, -1) : line);
	return Array.isArray(cells) ? cells.map(cellText) : undefined;
}

function hasTooManyCells(line: string): boolean {
	const scanner = new JsonScanner({ strings: 'any', words: true, order: true });
	scanner.push(codeUnits(line));
	let cells = 0;
	for (let event = scanner.next(); event !== 'more' && cells <= maxCells; event = scanner.next()) {
		cells += event === 'open' || event === 'value' ? 1 : 0;
	}
	return cells > maxCells;
}

function cellText(cell: unknown): string {
	if (typeof cell === 'string') {
		return cell;
	}
	if (cell === null) {
		return '';
	}
	if (typeof cell === 'boolean' || Number.isSafeInteger(cell)) {
		return String(cell);
	}
	// Queries select large numbers as strings, so a number that isn't a safe integer is an error.
	throw new AppError({ kind: 'databaseAnswer', fault: 'malformed' });
}
